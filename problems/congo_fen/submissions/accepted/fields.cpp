// Reads field by field, which skips line ends of any kind, and collects the squares of each piece.
#include <algorithm>
#include <array>
#include <iostream>
#include <string>
#include <vector>

using namespace std;

const string PIECES = "PpSsGgMmEeLlCcZz";  // in the order of the lines
const string KINDS[] = {"pawn",     "superpawn", "giraffe",   "monkey",
                        "elephant", "lion",      "crocodile", "zebra"};

int main() {
    ios::sync_with_stdio(false);
    cin.tie(nullptr);

    int n;
    cin >> n;
    for (int i = 0; i < n; ++i) {
        string placement;
        char side;
        long move_number;  // not used
        cin >> placement >> side >> move_number;

        array<vector<string>, 16> squares;
        char file = 'a', rank = '7';
        for (const char c : placement) {
            if (c == '/') {
                file = 'a';
                --rank;
            } else if (c >= '1' && c <= '7') {
                file += c - '0';
            } else {
                squares[PIECES.find(c)].push_back({file, rank});
                ++file;
            }
        }

        if (i > 0)
            cout << '\n';
        for (size_t line = 0; line < squares.size(); ++line) {
            sort(squares[line].begin(), squares[line].end());
            cout << (line % 2 == 0 ? "white " : "black ") << KINDS[line / 2] << ':';
            for (const string& square : squares[line])
                cout << ' ' << square;
            cout << '\n';
        }
        cout << "side to play: " << (side == 'w' || side == 'W' ? "white" : "black") << '\n';
    }
}
