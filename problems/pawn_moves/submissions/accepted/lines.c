/* fgets with room for the longest line that the statement allows, and strtok. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LONGEST 800000 /* as many bytes as the whole input may have: the count leaves room for the NUL */

enum { EMPTY, WHITE = 1, BLACK = 2, PAWN = 4 };

static char line[LONGEST];
static int board[10][10]; /* files and rows from 1 */

static void set_up(void) {
    memset(board, 0, sizeof board);
    for (int file = 1; file <= 8; file++) {
        board[file][1] = WHITE;
        board[file][2] = WHITE | PAWN;
        board[file][7] = BLACK | PAWN;
        board[file][8] = BLACK;
    }
}

static int is_correct(int file, int row, int to_file, int to_row) {
    int white = board[file][row] & WHITE;
    int rows = white ? to_row - row : row - to_row;
    int target = board[to_file][to_row];
    if (file == to_file) {
        int between = board[file][(row + to_row) / 2];
        return target == EMPTY &&
               (rows == 1 || (rows == 2 && row == (white ? 2 : 7) && between == EMPTY));
    }
    return abs(file - to_file) == 1 && rows == 1 && (target & (white ? BLACK : WHITE));
}

static int first_incorrect(char *game) {
    int number = 0;
    set_up();
    for (char *move = strtok(game, " \r\n"); move != NULL; move = strtok(NULL, " \r\n")) {
        int file = move[0] - 'a' + 1, row = move[1] - '0';
        int to_file = move[2] - 'a' + 1, to_row = move[3] - '0';
        int piece = board[file][row];
        number++;
        if ((piece & PAWN) && !is_correct(file, row, to_file, to_row))
            return number;
        board[file][row] = EMPTY;
        board[to_file][to_row] = piece;
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
