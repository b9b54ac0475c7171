"""Convert the placement of a chess position between FEN and a grid, square by square.

Problem     PROG0282 - Forsyth-Edwards notation (Peter Dawyndt): SPOJ and Dodona
Input       none: a judge imports this file and calls the two functions
Output      none: both functions return a string
Approach    Does what the statement says, one character after the other.
            It is the oracle: what other programs return is compared with this.
Complexity  O(1): a board has 64 squares
"""


def fen2grid(fen, empty="*"):
    """Return the grid of a FEN placement."""
    grid = ""
    for character in fen:
        if character == "/":
            grid += "\n"
        elif character in "12345678":
            for _ in range(int(character)):
                grid += empty
        else:
            grid += character
    return grid


def grid2fen(grid, empty="*"):
    """Return the FEN placement of a grid."""
    fen = ""
    run = 0
    for square in grid:
        if square == empty:
            run += 1
            continue
        if run > 0:
            fen += str(run)
            run = 0
        if square == "\n":
            fen += "/"
        else:
            fen += square
    if run > 0:
        fen += str(run)
    return fen
