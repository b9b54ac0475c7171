/* Believes that with squares numbered 0 to 63 a step never leads from rank 8 to rank 1. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *START = "RP....prNP....pnBP....pbQP....pqKP....pkBP....pbNP....pnRP....pr";
static char board[64];
static char line[500003];

static int is_correct(int source, int target) {
    int white = board[source] == 'P', ahead = white ? 1 : -1, step = target - source;
    if (step == ahead)
        return board[target] == '.';
    if (step == 2 * ahead)
        return source % 8 == (white ? 1 : 6) && board[source + ahead] == '.' && board[target] == '.';
    if (step != ahead + 8 && step != ahead - 8)
        return 0;
    return white ? islower((unsigned char)board[target]) : isupper((unsigned char)board[target]);
}

static int first_incorrect(void) {
    int number = 0;
    memcpy(board, START, 64);
    for (char *move = strtok(line, " \r\n"); move != NULL; move = strtok(NULL, " \r\n")) {
        int source = 8 * (move[0] - 'a') + move[1] - '1', target = 8 * (move[2] - 'a') + move[3] - '1';
        char piece = board[source];
        number++;
        if ((piece == 'P' || piece == 'p') && !is_correct(source, target))
            return number;
        board[source] = '.';
        board[target] = piece;
    }
    return 0;
}

int main(void) {
    int games = atoi(fgets(line, sizeof line, stdin));
    for (int i = 0; i < games; i++) {
        line[0] = '\0';
        fgets(line, sizeof line, stdin);
        printf("%s%d", i > 0 ? " " : "", first_incorrect());
    }
    putchar('\n');
    return 0;
}
