// Reads a line at a time, keeps the first field and writes the board rank by rank.
#include <algorithm>
#include <iostream>
#include <string>

using namespace std;

// ASCII blanks, and both bytes of a UTF-8 no-break space: a placement holds none of them.
const string BLANKS = " \t\r\xC2\xA0";

int main() {
    ios::sync_with_stdio(false);
    cin.tie(nullptr);

    string record, board;
    bool first = true;
    while (getline(cin, record)) {
        const size_t begin = record.find_first_not_of(BLANKS);
        if (begin == string::npos)
            continue;
        const size_t end = min(record.find_first_of(BLANKS, begin), record.size());

        board.clear();
        if (!first)
            board += '\n';
        first = false;
        for (size_t i = begin; i < end; ++i) {
            const char c = record[i];
            if (c == '/')
                board += '\n';
            else if (c >= '1' && c <= '8')
                board.append(c - '0', '.');
            else
                board += c;
        }
        board += '\n';
        cout << board;
    }
    return 0;
}
