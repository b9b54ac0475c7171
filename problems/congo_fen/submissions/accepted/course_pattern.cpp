// Built on the pattern that the course hands out:
//
//     cin >> N;
//     cin.ignore();  // skips the newline after N
//     getline(cin, fen);
//
// As it stands, ignore() skips one character. Where lines end in CR LF that is the CR, and the first
// getline then finds an empty line. So skip all up to the newline; the CR at the end of a position is
// white space for the stream that takes the position apart.
#include <iostream>
#include <limits>
#include <map>
#include <set>
#include <sstream>
#include <string>

using namespace std;

int main() {
    const string letters = "PSGMELCZ";
    const string kinds[] = {"pawn",     "superpawn", "giraffe",   "monkey",
                            "elephant", "lion",      "crocodile", "zebra"};
    int N;
    cin >> N;
    cin.ignore(numeric_limits<streamsize>::max(), '\n');
    for (int i = 0; i < N; ++i) {
        string fen, placement, side;
        getline(cin, fen);
        istringstream(fen) >> placement >> side;

        map<char, set<string>> squares;  // a set keeps the squares in alphabetical order
        int rank = 7, file = 0;
        for (char c : placement) {
            if (c == '/') {
                --rank;
                file = 0;
            } else if (isdigit(static_cast<unsigned char>(c))) {
                file += c - '0';
            } else {
                squares[c].insert(string(1, static_cast<char>('a' + file)) + to_string(rank));
                ++file;
            }
        }

        if (i > 0)
            cout << "\n";
        for (size_t k = 0; k < letters.size(); ++k) {
            const char white = letters[k], black = static_cast<char>(tolower(white));
            cout << "white " << kinds[k] << ":";
            for (const string& square : squares[white])
                cout << " " << square;
            cout << "\nblack " << kinds[k] << ":";
            for (const string& square : squares[black])
                cout << " " << square;
            cout << "\n";
        }
        cout << "side to play: " << (side == "w" || side == "W" ? "white" : "black") << "\n";
    }
}
