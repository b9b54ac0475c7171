// Believes that 70 bytes hold the longest line, together with its line end and the NUL byte.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char pieces[] = "PpSsGgMmEeLlCcZz";
static const char *kinds[] = {"pawn",     "superpawn", "giraffe",   "monkey",
                              "elephant", "lion",      "crocodile", "zebra"};

static void list(const char *placement, char side) {
    char board[7][7] = {{0}};  // board[file][rank]
    int file = 0, rank = 6;
    for (const char *c = placement; *c && *c != ' '; ++c) {
        if (*c == '/')
            file = 0, --rank;
        else if (*c >= '1' && *c <= '7')
            file += *c - '0';
        else if (file < 7 && rank >= 0)
            board[file++][rank] = *c;
    }
    for (int k = 0; k < 16; ++k) {
        printf("%s %s:", k % 2 == 0 ? "white" : "black", kinds[k / 2]);
        for (file = 0; file < 7; ++file)
            for (rank = 0; rank < 7; ++rank)
                if (board[file][rank] == pieces[k])
                    printf(" %c%d", 'a' + file, rank + 1);
        printf("\n");
    }
    printf("side to play: %s\n", side == 'w' || side == 'W' ? "white" : "black");
}

int main(void) {
    char line[70];
    if (!fgets(line, sizeof line, stdin))
        return 1;
    const int n = atoi(line);
    for (int i = 0; i < n && fgets(line, sizeof line, stdin); ++i) {
        if (i > 0)
            printf("\n");
        const char *blank = strchr(line, ' ');
        list(line, blank ? blank[1] : 'b');
    }
    return 0;
}
