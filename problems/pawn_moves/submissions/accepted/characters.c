/* Reads one character after the other, so no line is too long; an empty line is a game without moves. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char board[8][9]; /* rows 1 to 8 */

static void set_up(void) {
    const char *rows[8] = {"RNBQKBNR", "PPPPPPPP", "........", "........",
                           "........", "........", "pppppppp", "rnbqkbnr"};
    for (int row = 0; row < 8; row++)
        strcpy(board[row], rows[row]);
}

static int is_incorrect(int file, int row, int to_file, int to_row) {
    char pawn = board[row][file], target = board[to_row][to_file];
    int ahead, home;
    if (pawn == 'P')
        ahead = 1, home = 1;
    else if (pawn == 'p')
        ahead = -1, home = 6;
    else
        return 0;
    if (to_file == file && to_row == row + ahead)
        return target != '.';
    if (to_file == file && to_row == row + 2 * ahead)
        return row != home || board[row + ahead][file] != '.' || target != '.';
    if (abs(to_file - file) == 1 && to_row == row + ahead)
        return pawn == 'P' ? !islower((unsigned char)target) : !isupper((unsigned char)target);
    return 1;
}

/* Reads a game up to the end of its line. */
static int first_incorrect(void) {
    int answer = 0, number = 0, length = 0, c;
    int move[4];
    set_up();
    while ((c = getchar()) != EOF && c != '\n') {
        if (islower(c))
            move[length++] = c - 'a';
        else if (isdigit(c))
            move[length++] = c - '1';
        if (length < 4)
            continue;
        length = 0;
        number++;
        if (answer == 0 && is_incorrect(move[0], move[1], move[2], move[3]))
            answer = number;
        char piece = board[move[1]][move[0]];
        board[move[1]][move[0]] = '.';
        board[move[3]][move[2]] = piece;
    }
    return answer;
}

int main(void) {
    int games, c;
    if (scanf("%d", &games) != 1)
        return 1;
    while ((c = getchar()) != EOF && c != '\n')
        ;
    for (int i = 0; i < games; i++)
        printf(i ? " %d" : "%d", first_incorrect());
    printf("\n");
    return 0;
}
