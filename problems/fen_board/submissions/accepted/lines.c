/* fgets with room for the longest line: 103 characters, CR, LF and the NUL byte. */
#include <stdio.h>

int main(void) {
    char line[106];
    int boards = 0;
    while (fgets(line, sizeof line, stdin) != NULL) {
        if (line[0] == '\n' || line[0] == '\r')
            continue;
        if (boards++ > 0)
            puts("");
        char row[9];
        int column = 0;
        for (const char *c = line;; ++c) {
            if (*c == '/' || *c == ' ') {
                row[column] = '\0';
                puts(row);
                column = 0;
                if (*c == ' ')
                    break;
            } else if (*c >= '1' && *c <= '8') {
                for (int n = *c - '0'; n > 0; --n)
                    row[column++] = '.';
            } else {
                row[column++] = *c;
            }
        }
    }
    return 0;
}
