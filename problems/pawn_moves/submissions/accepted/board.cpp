// Replays each game on an 8 by 8 board and tests every pawn move before carrying it out.
#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <iostream>
#include <sstream>
#include <string>

using namespace std;

const string START[8] = {"RNBQKBNR", "PPPPPPPP", "........", "........",
                         "........", "........", "pppppppp", "rnbqkbnr"};

bool pawn_may(const string board[8], int file, int rank, int to_file, int to_rank) {
    const bool white = board[rank][file] == 'P';
    const int ahead = white ? 1 : -1;
    const char target = board[to_rank][to_file];
    if (to_file == file && to_rank == rank + ahead)
        return target == '.';
    if (to_file == file && to_rank == rank + 2 * ahead)
        return rank == (white ? 1 : 6) && board[rank + ahead][file] == '.' && target == '.';
    if (abs(to_file - file) == 1 && to_rank == rank + ahead)
        return white ? islower(target) : isupper(target);
    return false;
}

int first_incorrect(const string& game) {
    string board[8];
    copy(START, START + 8, board);
    istringstream moves(game);
    string move;
    for (int number = 1; moves >> move; ++number) {
        const int file = move[0] - 'a', rank = move[1] - '1';
        const int to_file = move[2] - 'a', to_rank = move[3] - '1';
        const char piece = board[rank][file];
        if ((piece == 'P' || piece == 'p') && !pawn_may(board, file, rank, to_file, to_rank))
            return number;
        if (piece == '.')
            continue;
        board[rank][file] = '.';
        board[to_rank][to_file] = piece;
    }
    return 0;
}

int main() {
    ios::sync_with_stdio(false);
    cin.tie(nullptr);

    int games = 0;
    cin >> games;
    string game;
    getline(cin, game);
    for (int i = 0; i < games; ++i) {
        game.clear();
        getline(cin, game);
        cout << (i > 0 ? " " : "") << first_incorrect(game);
    }
    if (games > 0)
        cout << '\n';
    return 0;
}
