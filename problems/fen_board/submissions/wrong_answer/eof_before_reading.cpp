// Believes that the end of the input is noticed before a read fails, so the last board comes twice.
#include <iostream>
#include <string>

using namespace std;

int main() {
    string placement, field;
    bool first = true;
    while (!cin.eof()) {
        cin >> placement >> field >> field >> field >> field >> field;
        if (!first)
            cout << '\n';
        first = false;
        for (const char c : placement) {
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
