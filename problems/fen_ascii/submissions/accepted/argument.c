/* The record is argv[1]; the placement ends at a blank or at the end of the argument. */
#include <stdio.h>

int main(int argc, char **argv) {
    if (argc < 2)
        return 1;
    putchar('|');
    for (const char *c = argv[1]; *c != '\0' && *c != ' '; ++c) {
        if (*c == '/') {
            printf("\n|");
        } else if (*c >= '1' && *c <= '8') {
            for (int i = '0'; i < *c; ++i)
                printf(" |");
        } else {
            printf("%c|", *c);
        }
    }
    putchar('\n');
    return 0;
}
