/* Reads 65536 bytes at a time and draws what it gets as whole records. */
#include <stdio.h>
#include <string.h>

static char chunk[65537];

int main(void) {
    int boards = 0;
    size_t length;
    while ((length = fread(chunk, 1, 65536, stdin)) > 0) {
        chunk[length] = '\0';
        for (char *record = strtok(chunk, "\r\n"); record != NULL; record = strtok(NULL, "\r\n")) {
            if (boards++ > 0)
                putchar('\n');
            for (const char *c = record; *c > ' '; ++c) {
                if (*c == '/')
                    putchar('\n');
                else if (*c >= '1' && *c <= '8')
                    printf("%.*s", *c - '0', "........");
                else
                    putchar(*c);
            }
            putchar('\n');
        }
    }
    return 0;
}
