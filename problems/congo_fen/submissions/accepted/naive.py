"""List the squares of all pieces of Congo chess positions, the way the statement tells it.

Problem     COMS3005A assignment, part 1, "Setting the board": University of the Witwatersrand
Input       N, then N lines "<placement> <w|b> <move number>"
Output      for each line 17 lines: the squares of the white and the black pieces of each kind,
            in alphabetical order, then the side to play; one empty line between two positions
Approach    Walk through the placement square by square and note where each piece stands. Then go
            through the lines of the answer, and for each through the sorted squares.
Complexity  O(n) time and O(1) memory for n bytes of input
"""

import sys

KINDS = [
    ("pawn", "P"),
    ("superpawn", "S"),
    ("giraffe", "G"),
    ("monkey", "M"),
    ("elephant", "E"),
    ("lion", "L"),
    ("crocodile", "C"),
    ("zebra", "Z"),
]


def pieces_by_square(placement):
    """Return the pieces of a placement by the names of their squares."""
    board = {}
    rank = 7
    file = 0
    for sign in placement:
        if sign == "/":
            rank -= 1
            file = 0
        elif sign in "1234567":
            file += int(sign)
        else:
            board["abcdefg"[file] + str(rank)] = sign
            file += 1
    return board


def listing(position):
    """Return the 17 lines of a position (a line of the input), each with its newline."""
    placement, side, _ = position.split()
    board = pieces_by_square(placement)
    squares = sorted(board)
    text = ""
    for kind, letter in KINDS:
        for colour, piece in [("white", letter), ("black", letter.lower())]:
            text += colour + " " + kind + ":"
            for square in squares:
                if board[square] == piece:
                    text += " " + square
            text += "\n"
    if side in ("w", "W"):
        text += "side to play: white\n"
    else:
        text += "side to play: black\n"
    return text


def main():
    """Read positions from stdin one after the other and write the listing of each to stdout."""
    count = int(sys.stdin.readline())
    for i in range(count):
        if i > 0:
            sys.stdout.buffer.write(b"\n")
        sys.stdout.buffer.write(listing(sys.stdin.readline()).encode())


if __name__ == "__main__":
    main()
