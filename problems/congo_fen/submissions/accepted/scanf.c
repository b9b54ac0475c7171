// Reads fields with scanf; a blank in the format skips line ends of any kind.
#include <stdio.h>

static const char pieces[] = "PpSsGgMmEeLlCcZz";
static const char *kinds[] = {"pawn",     "superpawn", "giraffe",   "monkey",
                              "elephant", "lion",      "crocodile", "zebra"};

int main(void) {
    int n;
    if (scanf("%d", &n) != 1)
        return 1;
    for (int i = 0; i < n; ++i) {
        char placement[56], side;  // 49 pieces, 6 slashes and the final zero
        if (scanf("%55s %c %*d", placement, &side) != 2)
            return 1;

        char board[8][8] = {{0}};  // board[file][rank], both from 1
        int file = 1, rank = 7;
        for (const char *c = placement; *c; ++c) {
            if (*c == '/') {
                file = 1;
                --rank;
            } else if (*c >= '1' && *c <= '7') {
                file += *c - '0';
            } else {
                board[file++][rank] = *c;
            }
        }

        if (i > 0)
            printf("\n");
        for (int k = 0; k < 16; ++k) {
            printf("%s %s:", k % 2 == 0 ? "white" : "black", kinds[k / 2]);
            for (file = 1; file <= 7; ++file)
                for (rank = 1; rank <= 7; ++rank)
                    if (board[file][rank] == pieces[k])
                        printf(" %c%d", 'a' + file - 1, rank);
            printf("\n");
        }
        printf("side to play: %s\n", side == 'w' || side == 'W' ? "white" : "black");
    }
    return 0;
}
