// The argument if there is one, or else a line of stdin.
#include <iostream>
#include <sstream>
#include <string>

using namespace std;

int main(int argc, char** argv) {
    string record;
    if (argc > 1)
        record = argv[1];
    else
        getline(cin, record);

    string placement, rank;
    istringstream(record) >> placement;
    istringstream ranks(placement);
    while (getline(ranks, rank, '/')) {
        cout << '|';
        for (const char c : rank) {
            if (c >= '1' && c <= '8')
                for (int i = 0; i < c - '0'; ++i)
                    cout << " |";
            else
                cout << c << '|';
        }
        cout << '\n';
    }
    return 0;
}
