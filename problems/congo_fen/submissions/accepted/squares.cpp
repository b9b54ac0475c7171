// Walks the placement once and appends each square to the list of its kind of piece.
#include <algorithm>
#include <iostream>
#include <string>
#include <vector>

using namespace std;

const string PIECES = "PSGMELCZ";
const vector<string> NAMES = {"pawn", "superpawn", "giraffe", "monkey",
                              "elephant", "lion", "crocodile", "zebra"};

int main() {
    ios::sync_with_stdio(false);
    cin.tie(nullptr);

    int n = 0;
    cin >> n;
    string placement, side, rest;
    for (int i = 0; i < n && cin >> placement >> side; ++i) {
        getline(cin, rest);  // the move number is not used

        // squares[kind] for white pieces, squares[kind + 8] for black ones
        vector<string> squares[16];
        char file = 'a', rank = '7';
        for (const char c : placement) {
            if (c == '/') {
                file = 'a';
                --rank;
            } else if (c >= '1' && c <= '7') {
                file += c - '0';
            } else {
                const bool black = c >= 'a';
                const size_t kind = PIECES.find(black ? c - 'a' + 'A' : c);
                if (kind != string::npos)
                    squares[kind + 8 * black].push_back({file, rank});
                ++file;
            }
        }

        if (i > 0)
            cout << '\n';
        for (size_t kind = 0; kind < NAMES.size(); ++kind) {
            for (const bool black : {false, true}) {
                vector<string>& own = squares[kind + 8 * black];
                sort(own.begin(), own.end());
                cout << (black ? "black " : "white ") << NAMES[kind] << ':';
                for (const string& square : own)
                    cout << ' ' << square;
                cout << '\n';
            }
        }
        cout << "side to play: " << (side == "b" || side == "B" ? "black" : "white") << '\n';
    }
    return 0;
}
