// Reads line by line with fgets, into a buffer with room for more than the longest line.
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// 49 pieces, 6 slashes, 2 blanks, the side, 10 digits, CR, LF and the final zero make 71.
static char line[80];

static void print_squares(const char *colour, const char *kind, char piece) {
    printf("%s %s:", colour, kind);
    for (int file = 0; file < 7; ++file) {
        for (char rank = '1'; rank <= '7'; ++rank) {
            // Find the rank in the line, then walk to the file.
            const char *c = line;
            for (char r = '7'; r > rank; --r)
                c = strchr(c, '/') + 1;
            int at = 0;
            while (at < file) {
                at += isdigit((unsigned char)*c) ? *c - '0' : 1;
                ++c;
            }
            if (at == file && *c == piece)
                printf(" %c%c", 'a' + file, rank);
        }
    }
    printf("\n");
}

int main(void) {
    static const char *kinds[] = {"pawn",     "superpawn", "giraffe",   "monkey",
                                  "elephant", "lion",      "crocodile", "zebra"};
    static const char letters[] = "PSGMELCZ";
    if (!fgets(line, sizeof line, stdin))
        return 1;
    const int n = atoi(line);
    for (int i = 0; i < n && fgets(line, sizeof line, stdin); ++i) {
        if (i > 0)
            printf("\n");
        for (int k = 0; k < 8; ++k) {
            print_squares("white", kinds[k], letters[k]);
            print_squares("black", kinds[k], (char)tolower(letters[k]));
        }
        const char side = strchr(line, ' ')[1];
        printf("side to play: %s\n", tolower(side) == 'w' ? "white" : "black");
    }
    return 0;
}
