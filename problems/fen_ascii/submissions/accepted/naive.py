"""Draw the chessboard of one FEN record, square by square.

Problem     Draw a chessboard from FEN: Code Golf Stack Exchange 78326
Input       one FEN record, as command line argument or, without one, on stdin
Output      8 lines of 17 characters, "|r| |b|k| | | |r|": a blank for an empty square
Approach    Does what the statement says: a pipe, then each square with a pipe behind it.
            It is the oracle: what other programs print is compared with this.
Complexity  O(n) time for n bytes of input
"""

import sys


def drawing(record):
    """Return the lines of the drawing of a FEN record."""
    placement = record.split()[0]
    lines = []
    for rank in placement.split("/"):
        line = "|"
        for character in rank:
            if character in "12345678":
                for _ in range(int(character)):
                    line += " |"
            else:
                line += character + "|"
        lines.append(line)
    return lines


def main():
    """Draw the record of the command line, or else that of stdin."""
    if len(sys.argv) > 1:
        record = sys.argv[1]
    else:
        record = sys.stdin.buffer.read().decode()
    if record.strip() == "":
        return
    for line in drawing(record):
        sys.stdout.buffer.write(line.encode() + b"\n")


if __name__ == "__main__":
    main()
