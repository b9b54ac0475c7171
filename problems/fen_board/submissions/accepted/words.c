/* scanf reads word after word, so no line end of any kind is in the way. */
#include <stdio.h>

int main(void) {
    char placement[72];
    int boards = 0;
    while (scanf("%71s %*s %*s %*s %*s %*s", placement) == 1) {
        if (boards++ > 0)
            putchar('\n');
        for (const char *c = placement; *c != '\0'; ++c) {
            if (*c == '/')
                putchar('\n');
            else if (*c >= '1' && *c <= '8')
                for (int i = 0; i < *c - '0'; ++i)
                    putchar('.');
            else
                putchar(*c);
        }
        putchar('\n');
    }
    return 0;
}
