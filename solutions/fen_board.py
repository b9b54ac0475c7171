"""Print the chessboard of every FEN record.

Problem     Forsyth-Edwards Notation: print the boards
Source      ProgCont, University of Debrecen: problem 200029 of contest 100046
Input       one FEN record per line, until the end of the input
Output      for each record 8 lines of 8 characters, "." for an empty square;
            one empty line between boards, none after the last
Approach    A placement, the first of the six fields of a record, is already the board, except for
            two abbreviations: "/" stands for the end of a line, and a digit for that many dots.
            Replacing text spells them out in all boards at once: no array, no coordinates.
Complexity  O(n) time and memory for n bytes of input
"""

import sys


def boards(text):
    """Return the boards of all FEN records in a text, 8 lines each, separated by empty lines."""
    placements = text.split()[::6]
    # Not "\n\n".join(placements) + "\n": without records, that would write an empty line.
    drawing = "\n".join([placement + "\n" for placement in placements])
    drawing = drawing.replace("/", "\n")
    for digit in "12345678":
        drawing = drawing.replace(digit, "." * int(digit))
    return drawing


def main():
    """Read the records from stdin and write their boards to stdout."""
    text = sys.stdin.buffer.read().decode()
    # As bytes: on some platforms, a text stream would write different line endings.
    sys.stdout.buffer.write(boards(text).encode())


if __name__ == "__main__":
    main()
