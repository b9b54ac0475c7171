// Output validator: accepts an output only if it equals the answer byte for byte.
// Usage: exact INPUT ANSWER FEEDBACK_FOLDER < OUTPUT; exit code 42 for accepted, 43 for wrong.

#include <cstdio>
#include <string>

int main(int argc, char **argv) {
    if (argc < 4) return 1;
    std::FILE *answer = std::fopen(argv[2], "rb");
    if (!answer) return 1;
    static char expected[1 << 16], actual[1 << 16];
    long long line = 1, column = 1;
    while (true) {
        std::size_t has = std::fread(expected, 1, sizeof expected, answer);
        std::size_t got = std::fread(actual, 1, sizeof actual, stdin);
        std::size_t same = 0;
        for (; same < has && same < got && expected[same] == actual[same]; same++) {
            column = expected[same] == '\n' ? 1 : column + 1;
            line += expected[same] == '\n';
        }
        if (same < has || same < got) {
            const char *what = same == got ? "the output ends too early"
                             : same == has ? "the output goes on after its expected end"
                                           : "the output differs";
            std::string path = std::string(argv[3]) + "/judgemessage.txt";
            if (std::FILE *message = std::fopen(path.c_str(), "w")) {
                std::fprintf(message, "line %lld, column %lld: %s\n", line, column, what);
                std::fclose(message);
            }
            return 43;
        }
        if (has == 0) return 42;
    }
}
