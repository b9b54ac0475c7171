/* Believes that 103 bytes hold the longest record together with its line end and the NUL byte. */
#include <stdio.h>

int main(void) {
    char line[103];
    int boards = 0;
    while (fgets(line, sizeof line, stdin) != NULL) {
        if (line[0] == '\n' || line[0] == '\r')
            continue;
        if (boards++ > 0)
            putchar('\n');
        for (const char *c = line; *c > ' '; ++c) {
            if (*c == '/')
                putchar('\n');
            else if (*c >= '1' && *c <= '8')
                printf("%.*s", *c - '0', "........");
            else
                putchar(*c);
        }
        putchar('\n');
    }
    return 0;
}
