// Believes that a move number fits 16 bits, and reads nothing more after one that does not.
#include <iostream>
#include <map>
#include <set>
#include <string>

using namespace std;

const string PIECES = "PpSsGgMmEeLlCcZz";
const string KINDS[] = {"pawn",     "superpawn", "giraffe",   "monkey",
                        "elephant", "lion",      "crocodile", "zebra"};

void list(const string& placement, char side) {
    map<char, set<string>> squares;
    char file = 'a', rank = '7';
    for (char c : placement) {
        if (c == '/')
            file = 'a', --rank;
        else if (c >= '1' && c <= '7')
            file += c - '0';
        else
            squares[c].insert({file++, rank});
    }
    for (int k = 0; k < 16; ++k) {
        cout << (k % 2 == 0 ? "white " : "black ") << KINDS[k / 2] << ":";
        for (const string& square : squares[PIECES[k]])
            cout << " " << square;
        cout << "\n";
    }
    cout << "side to play: " << (side == 'w' || side == 'W' ? "white" : "black") << "\n";
}

int main() {
    int n;
    cin >> n;
    string placement;
    char side;
    short move_number;
    for (int i = 0; i < n && cin >> placement >> side >> move_number; ++i) {
        if (i > 0)
            cout << "\n";
        list(placement, side);
    }
}
