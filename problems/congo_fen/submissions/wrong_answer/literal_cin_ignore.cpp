// Believes that one character follows N: of CR LF it skips the CR, and finds an empty line.
#include <iostream>
#include <map>
#include <set>
#include <sstream>
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
    int N;
    cin >> N;
    cin.ignore();
    for (int i = 0; i < N; ++i) {
        string fen, placement;
        char side = 'b';
        getline(cin, fen);
        istringstream(fen) >> placement >> side;
        if (i > 0)
            cout << "\n";
        list(placement, side);
    }
}
