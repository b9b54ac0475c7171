"""Print the chessboard of every FEN record.

Problem     Forsyth-Edwards Notation: ProgCont, University of Debrecen, task 100046/200029
Source      individual contest of April 13, 2014
Input       one FEN record a line, until the end of the file
Output      for each record 8 lines of 8 characters, "." for an empty square;
            one empty line between two boards, none after the last
Approach    The first field of a record is the board already, but for two abbreviations:
            "/" stands for the end of a line, and a digit for that many dots. Replacing
            text spells them out: no array, no coordinates.
Complexity  O(n) time and memory for n bytes of input
"""

import sys


def board(record):
    """Return the board of a FEN record: 8 lines, each with its newline."""
    lines = record.split()[0].replace("/", "\n")
    for digit in "12345678":
        lines = lines.replace(digit, "." * int(digit))
    return lines + "\n"


def main():
    """Read records from stdin and write their boards to stdout."""
    records = sys.stdin.buffer.read().decode().splitlines()
    boards = [board(record) for record in records if record.strip()]
    empty_line = "\n"
    # As bytes: a text stream would write other line ends on some platforms.
    sys.stdout.buffer.write(empty_line.join(boards).encode())


if __name__ == "__main__":
    main()
