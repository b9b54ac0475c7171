"""Print the chessboard of every FEN record.

Problem     Forsyth-Edwards Notation: ProgCont, University of Debrecen, task 100046/200029
Source      individual contest of April 13, 2014
Input       one FEN record a line, until the end of the file
Output      for each record 8 lines of 8 characters, "." for an empty square;
            one empty line between two boards, none after the last
Approach    The first field of a record is the board already, but for two abbreviations:
            "/" stands for the end of a line, and a digit for that many dots. Replacing
            text spells them out, for all records at once: no array, no coordinates.
Complexity  O(n) time and memory for n bytes of input
"""

import sys


def boards(records):
    """Return the boards of FEN records, one a line, with an empty line between two (text to text)."""
    placements = [record.split()[0] for record in records.splitlines() if record.strip()]
    text = "\n".join([placement + "\n" for placement in placements]).replace("/", "\n")
    for digit in "12345678":
        text = text.replace(digit, "." * int(digit))
    return text


def main():
    """Read records from stdin and write their boards to stdout."""
    # As bytes: a text stream would write other line ends on some platforms.
    records = sys.stdin.buffer.read().decode()
    sys.stdout.buffer.write(boards(records).encode())


if __name__ == "__main__":
    main()
