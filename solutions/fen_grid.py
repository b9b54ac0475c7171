"""Convert the placement of a chess position between FEN and an 8 by 8 grid.

Problem     PROG0282 - Forsyth-Edwards notation (Peter Dawyndt): SPOJ and Dodona
Input       none: a judge imports this file and calls the two functions
Output      none: both functions return a string
Approach    Substitute whole runs of empty squares. The placeholder of the caller may be a digit
            or a slash, which mean something else in FEN, so it is put in last (fen2grid) or
            taken out first (grid2fen); in between, a neutral sign stands for an empty square.
Complexity  O(1): a board has 64 squares
"""

EMPTY = "."  # neutral: neither FEN nor a piece uses it
# Longest first, so that grid2fen makes 8 of eight empty squares, and not 71.
RUNS = [(digit, EMPTY * int(digit)) for digit in "87654321"]


def fen2grid(fen, empty="*"):
    """Return the grid of a FEN placement: 8 rows joined by newlines, `empty` on empty squares."""
    grid = fen.replace("/", "\n")
    for digit, squares in RUNS:
        grid = grid.replace(digit, squares)
    return grid.replace(EMPTY, empty)


def grid2fen(grid, empty="*"):
    """Return the FEN placement of a grid: 8 rows joined by newlines, `empty` on empty squares."""
    fen = grid.replace(empty, EMPTY).replace("\n", "/")
    for digit, squares in RUNS:
        fen = fen.replace(squares, digit)
    return fen
