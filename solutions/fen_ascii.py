"""Draw the chessboard of one FEN record with pipes between the squares.

Problem     Draw a chessboard from FEN
Source      Code Golf Stack Exchange 78326
Input       one FEN record on stdin: its placement, alone or with five more fields
Output      8 lines of 17 characters, "|r| |b|k| | | |r|": a space for an empty square
Approach    Replace each digit of the placement with that many spaces, so that every rank has eight
            characters. Then a line is a pipe, the squares joined by pipes, and a pipe.
Complexity  O(n) time and memory for n bytes of input
"""

import sys


def drawing(record):
    """Return the drawing of a FEN record: 8 lines of 17 characters."""
    placement = record.split()[0]
    for digit in "12345678":
        placement = placement.replace(digit, " " * int(digit))
    ranks = placement.split("/")
    return "".join(["|" + "|".join(rank) + "|\n" for rank in ranks])


def main():
    """Read the record from stdin and write its drawing to stdout."""
    record = sys.stdin.buffer.read().decode()
    # As bytes: on some platforms, a text stream would write different line endings.
    sys.stdout.buffer.write(drawing(record).encode())


if __name__ == "__main__":
    main()
