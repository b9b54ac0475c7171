"""Convert the placement of a chess position between FEN and an 8 by 8 grid.

Problem     Forsyth-Edwards notation: there and back
Source      PROG0282 by Peter Dawyndt, on SPOJ and Dodona
Input       none: a judge imports this file and calls the two functions
Output      none: both functions return a string
Approach    Replace whole runs of empty squares. The caller's placeholder may be a digit or a slash,
            which mean something else in FEN, so fen2grid puts it in last and grid2fen takes it out
            first; in between, a neutral character stands for an empty square.
Complexity  O(1) time and memory: a board has 64 squares
"""

NEUTRAL = "."  # stands for an empty square; FEN never uses this character
# Longest first: with the shortest first, grid2fen would write eight empty squares as 11111111.
RUNS = [(digit, NEUTRAL * int(digit)) for digit in "87654321"]


def fen2grid(fen, empty="*"):
    """Return the grid of a FEN placement: 8 rows joined by newlines, with `empty` as empty squares."""
    grid = fen.replace("/", "\n")
    for digit, run in RUNS:
        grid = grid.replace(digit, run)
    return grid.replace(NEUTRAL, empty)


def grid2fen(grid, empty="*"):
    """Return the FEN placement of a grid, undoing the steps of fen2grid in reverse order."""
    fen = grid.replace(empty, NEUTRAL)
    for digit, run in RUNS:
        fen = fen.replace(run, digit)
    return fen.replace("\n", "/")
