// Stops when getline meets the end of the file, although it has read a last record without newline.
#include <iostream>
#include <string>

using namespace std;

int main() {
    string record;
    bool first = true;
    while (true) {
        getline(cin, record);
        if (cin.eof())
            break;
        if (record.empty() || record == "\r")
            continue;
        if (!first)
            cout << '\n';
        first = false;
        for (const char c : record.substr(0, record.find(' '))) {
            if (c == '/')
                cout << '\n';
            else if (c >= '1' && c <= '8')
                cout << string(c - '0', '.');
            else
                cout << c;
        }
        cout << '\n';
    }
    return 0;
}
