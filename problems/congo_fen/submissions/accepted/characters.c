// Reads character by character and never holds a line.
#include <stdio.h>

static const char pieces[] = "PpSsGgMmEeLlCcZz";
static const char *kinds[] = {"pawn",     "superpawn", "giraffe",   "monkey",
                              "elephant", "lion",      "crocodile", "zebra"};

// The next character that is neither CR nor LF.
static int next_visible(void) {
    int c;
    do
        c = getchar();
    while (c == '\r' || c == '\n');
    return c;
}

int main(void) {
    long n = 0;
    for (int c = getchar(); c >= '0' && c <= '9'; c = getchar())
        n = 10 * n + (c - '0');

    for (long i = 0; i < n; ++i) {
        char board[49] = {0};  // a1 a2 .. g7
        int file = 0, rank = 6, c;
        for (c = next_visible(); c != ' '; c = getchar()) {
            if (c == '/') {
                file = 0;
                --rank;
            } else if (c >= '1' && c <= '7') {
                file += c - '0';
            } else {
                board[7 * file++ + rank] = (char)c;
            }
        }
        const int side = getchar();
        do
            c = getchar();
        while (c != '\n' && c != EOF);

        if (i > 0)
            putchar('\n');
        for (int k = 0; k < 16; ++k) {
            fputs(k % 2 == 0 ? "white " : "black ", stdout);
            fputs(kinds[k / 2], stdout);
            putchar(':');
            for (int square = 0; square < 49; ++square) {
                if (board[square] == pieces[k]) {
                    putchar(' ');
                    putchar('a' + square / 7);
                    putchar('1' + square % 7);
                }
            }
            putchar('\n');
        }
        puts(side == 'w' || side == 'W' ? "side to play: white" : "side to play: black");
    }
    return 0;
}
