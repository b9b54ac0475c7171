// getline for a record; a function turns its placement into a board.
#include <iostream>
#include <string>

using namespace std;

string board(const string& placement) {
    string squares;
    for (const char c : placement) {
        if (c == '/')
            squares += '\n';
        else if (c >= '1' && c <= '8')
            squares += string(c - '0', '.');
        else
            squares += c;
    }
    return squares;
}

int main() {
    ios::sync_with_stdio(false);
    cin.tie(nullptr);

    string record;
    bool first = true;
    while (getline(cin, record)) {
        const size_t end = record.find(' ');
        if (end == string::npos)  // an empty line after the last record, perhaps with a CR
            continue;
        if (!first)
            cout << '\n';
        first = false;
        cout << board(record.substr(0, end)) << '\n';
    }
    return 0;
}
