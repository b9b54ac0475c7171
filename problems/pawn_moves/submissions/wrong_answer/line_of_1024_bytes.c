/* Believes that a line has less than 1024 bytes. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *START = "RNBQKBNRPPPPPPPP................................pppppppprnbqkbnr";
static char board[8][8];

static int is_correct(int file, int row, int to_file, int to_row) {
    char pawn = board[row][file], target = board[to_row][to_file];
    int ahead = pawn == 'P' ? 1 : -1, home = pawn == 'P' ? 1 : 6;
    if (to_file == file && to_row == row + 2 * ahead)
        return row == home && board[row + ahead][file] == '.' && target == '.';
    if (to_file == file)
        return to_row == row + ahead && target == '.';
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

static char line[1024];

static int first_incorrect(char *game) {
    int number = 0;
    memcpy(board, START, 64);
    for (char *move = strtok(game, " \r\n"); move != NULL; move = strtok(NULL, " \r\n")) {
        number++;
        if (!play(move))
            return number;
    }
    return 0;
}

int main(void) {
    int games = atoi(fgets(line, sizeof line, stdin));
    for (int i = 0; i < games; i++) {
        line[0] = '\0';
        fgets(line, sizeof line, stdin);
        printf("%s%d", i > 0 ? " " : "", first_incorrect(line));
    }
    putchar('\n');
    return 0;
}
