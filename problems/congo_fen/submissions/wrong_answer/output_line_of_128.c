// Believes that no line of the answer has more than 127 characters, enough for 37 squares.
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
        char line[128];
        size_t used = (size_t)sprintf(line, "%s %s:", k % 2 == 0 ? "white" : "black", kinds[k / 2]);
        for (file = 0; file < 7; ++file)
            for (rank = 0; rank < 7; ++rank)
                if (board[file][rank] == pieces[k] && used + 4 <= sizeof line)
                    used += (size_t)sprintf(line + used, " %c%d", 'a' + file, rank + 1);
        puts(line);
    }
    printf("side to play: %s\n", side == 'w' || side == 'W' ? "white" : "black");
}

int main(void) {
    int n;
    if (scanf("%d", &n) != 1)
        return 1;
    for (int i = 0; i < n; ++i) {
        char placement[56], side;
        if (scanf("%55s %c %*d", placement, &side) != 2)
            return 1;
        if (i > 0)
            printf("\n");
        list(placement, side);
    }
    return 0;
}
