/* Believes that 71 bytes hold a placement of 71 characters, without room for the NUL byte. */
#include <stdio.h>

int main(void) {
    char line[71];
    if (fgets(line, sizeof line, stdin) == NULL)
        return 1;
    putchar('|');
    for (const char *c = line; *c > ' '; ++c) {
        if (*c == '/') {
            printf("\n|");
        } else if (*c >= '1' && *c <= '8') {
            for (int i = 0; i < *c - '0'; ++i)
                printf(" |");
        } else {
            printf("%c|", *c);
        }
    }
    putchar('\n');
    return 0;
}
