"""List the squares of all pieces of Congo chess positions.

Problem     COMS3005A assignment, part 1, "Setting the board": University of the Witwatersrand
Input       N, then N lines "<placement> <w|b> <move number>"
Output      for each line 17 lines: the squares of the white and the black pieces of each kind,
            in alphabetical order, then the side to play; one empty line between two positions
Approach    Spell out the empty squares and turn the board on its side: its files from a to g, each
            from rank 1 up, have the squares in alphabetical order, so nothing is ever sorted.
Complexity  O(n) time and memory for n bytes of input
"""

import sys
from collections import defaultdict
from itertools import chain, islice

KINDS = ["pawn", "superpawn", "giraffe", "monkey", "elephant", "lion", "crocodile", "zebra"]
SQUARES = [file + rank for file in "abcdefg" for rank in "1234567"]
SIDES = {"w": "white", "b": "black"}


def listing(position):
    """Return the 17 lines of a position (a line of the input), each with its newline."""
    placement, side, _ = position.split()
    for digit in "1234567":
        placement = placement.replace(digit, "." * int(digit))
    ranks = placement.split("/")
    files = zip(*reversed(ranks))  # from a to g, each from rank 1 up

    squares = defaultdict(str)  # the squares of each piece
    for square, piece in zip(SQUARES, chain(*files)):
        if piece != ".":
            squares[piece] += " " + square

    text = ""
    for kind in KINDS:
        letter = kind[0]
        text += f"white {kind}:{squares[letter.upper()]}\n"
        text += f"black {kind}:{squares[letter]}\n"
    return text + f"side to play: {SIDES[side.lower()]}\n"


def main():
    """Read all positions from stdin and write their listings to stdout."""
    count = int(sys.stdin.readline() or 0)
    listings = map(listing, islice(sys.stdin, count))
    # As bytes, because text would get CRLF on Windows.
    sys.stdout.buffer.write("\n".join(listings).encode())


if __name__ == "__main__":
    main()
