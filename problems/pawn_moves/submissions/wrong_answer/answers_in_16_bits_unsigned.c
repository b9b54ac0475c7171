/* Counts moves in 16 bits without a sign. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char board[8][9];

static void set_up(void) {
    static const char *rows[8] = {"RNBQKBNR", "PPPPPPPP", "........", "........",
                                  "........", "........", "pppppppp", "rnbqkbnr"};
    for (int row = 0; row < 8; row++)
        strcpy(board[row], rows[row]);
}

static int is_correct(int file, int row, int to_file, int to_row) {
    char pawn = board[row][file], target = board[to_row][to_file];
    int ahead = pawn == 'P' ? 1 : -1;
    if (to_file == file && to_row == row + ahead)
        return target == '.';
    if (to_file == file && to_row == row + 2 * ahead)
        return row == (pawn == 'P' ? 1 : 6) && board[row + ahead][file] == '.' && target == '.';
    if (abs(to_file - file) != 1 || to_row != row + ahead || target == '.')
        return 0;
    return (target >= 'a') == (pawn == 'P');
}

/* Carries a move out, unless it is incorrect. */
static int play(const char *move) {
    int file = move[0] - 'a', row = move[1] - '1', to_file = move[2] - 'a', to_row = move[3] - '1';
    char piece = board[row][file];
    if ((piece == 'P' || piece == 'p') && !is_correct(file, row, to_file, to_row))
        return 0;
    board[row][file] = '.';
    board[to_row][to_file] = piece;
    return 1;
}

/* Reads moves up to the end of a line. */
static unsigned short first_incorrect(void) {
    unsigned short number = 0, answer = 0;
    int c, length = 0;
    char move[4];
    set_up();
    while ((c = getchar()) != EOF && c != '\n') {
        if (c == ' ' || c == '\r')
            continue;
        move[length++] = (char)c;
        if (length < 4)
            continue;
        length = 0;
        number++;
        if (answer == 0 && !play(move))
            answer = number;
    }
    return answer;
}

int main(void) {
    int games = 0;
    int c;
    while ((c = getchar()) != '\n')
        if (c != '\r')
            games = (int)(10 * games + (c - '0'));
    for (int i = 0; i < games; i++)
        printf("%s%d", i > 0 ? " " : "", (int)first_incorrect());
    putchar('\n');
    return 0;
}
