/* Keeps the placements in an array of a thousand. */
#include <stdio.h>

static char placements[1000][72];

int main(void) {
    int count = 0;
    while (count < 1000 && scanf("%71s %*s %*s %*s %*s %*s", placements[count]) == 1)
        ++count;
    for (int i = 0; i < count; ++i) {
        if (i > 0)
            putchar('\n');
        for (const char *c = placements[i]; *c != '\0'; ++c) {
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
