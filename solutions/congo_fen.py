"""List the squares of all pieces in Congo chess positions.

Problem     Setting the board
Source      University of the Witwatersrand, COMS3005A, assignment part 1
Input       N, then N lines "<placement> <side to move> <move number>"; the side is w, b, W or B
Output      for each line 17 lines: the squares of the white and of the black pieces of each kind,
            in alphabetical order, then the side to play; one empty line between positions
Approach    Spell out the empty squares and turn the board on its side: read file by file from a
            to g, each from rank 1 up, the squares come in alphabetical order; nothing is sorted.
Complexity  O(n) time and memory for n bytes of input
"""

import sys

KINDS = ["pawn", "superpawn", "giraffe", "monkey", "elephant", "lion", "crocodile", "zebra"]
LABELS = [f"{colour} {kind}:" for kind in KINDS for colour in ("white", "black")]
PIECES = "PpSsGgMmEeLlCcZz"  # in the same order as LABELS
SIDES = {"w": "white", "b": "black"}


def listing(position):
    """Return the 17 lines for a position (one line of the input), each with its newline."""
    placement, side, _ = position.split()
    for digit in "1234567":
        placement = placement.replace(digit, "." * int(digit))
    rows = placement.split("/")
    # Files from a to g, each from rank 1 up, so that the squares come in alphabetical order.
    columns = zip(*reversed(rows))

    squares = dict.fromkeys(PIECES, "")
    for file, column in zip("abcdefg", columns):
        for rank, piece in zip("1234567", column):
            if piece != ".":
                squares[piece] += " " + file + rank

    lines = [label + squares[piece] for label, piece in zip(LABELS, PIECES)]
    lines.append("side to play: " + SIDES[side.lower()])
    return "\n".join(lines) + "\n"


def listings(text):
    """Return the listings of all positions in the input, separated by empty lines."""
    count, *positions = text.split("\n")
    return "\n".join([listing(position) for position in positions[: int(count)]])


def main():
    """Read the positions from stdin and write their listings to stdout."""
    text = sys.stdin.buffer.read().decode()
    # As bytes: on some platforms, a text stream would write different line endings.
    sys.stdout.buffer.write(listings(text).encode())


if __name__ == "__main__":
    main()
