// Reads the positions into an array of 100 before it lists them.
#include <stdio.h>

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

static char placements[100][56], sides[100];

int main(void) {
    int n, known = 0;
    if (scanf("%d", &n) != 1)
        return 1;
    while (known < n && known < 100 &&
           scanf("%55s %c %*d", placements[known], &sides[known]) == 2)
        ++known;
    for (int i = 0; i < known; ++i) {
        if (i > 0)
            printf("\n");
        list(placements[i], sides[i]);
    }
    return 0;
}
