"""Draw the chessboard of one FEN record with pipes between the squares.

Problem     Draw a chessboard from FEN: Code Golf Stack Exchange 78326
Input       one FEN record, as command line argument or, without one, on stdin
Output      8 lines of 17 characters, "|r| |b|k| | | |r|": a blank for an empty square
Approach    Write every empty square as a blank, rank by rank. Then a line is a pipe, the
            squares joined by pipes, and a pipe.
Complexity  O(n) time for n bytes of input
"""

import sys


def draw(placement):
    """Return the drawing, 8 lines of 17 characters, of a FEN placement (string to string)."""
    for digit in "12345678":
        placement = placement.replace(digit, " " * int(digit))
    return "".join(["|" + "|".join(rank) + "|\n" for rank in placement.split("/")])


def main():
    """Draw the record of the command line, or else that of stdin."""
    # A record without quotes is split into arguments: its placement is the first of them.
    record = sys.argv[1] if len(sys.argv) > 1 else sys.stdin.buffer.read().decode()
    fields = record.split()
    if fields:
        # As bytes: a text stream would write other line ends on some platforms.
        sys.stdout.buffer.write(draw(fields[0]).encode())


if __name__ == "__main__":
    main()
