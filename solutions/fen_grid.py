"""Convert the placement of a chess position between FEN and an 8 by 8 grid.

Problem     Forsyth-Edwards notation: there and back
Source      PROG0282 by Peter Dawyndt, on SPOJ and Dodona
Input       none: a judge imports this file and calls the two functions
Output      none: both functions return a string
Approach    Replace whole runs of empty squares. The placeholder of the caller may be a digit or a
            slash, which mean something else in FEN, so it is put in last (fen2grid) or taken out
            first (grid2fen); in between, a neutral character stands for an empty square.
Complexity  O(1) time and memory: a board has 64 squares
"""

NEUTRAL = "."  # stands for an empty square; FEN never uses this character
# Longest first: with the shortest first, grid2fen would write eight empty squares as 11111111.
RUNS = [(digit, NEUTRAL * int(digit)) for digit in "87654321"]


def fen2grid(fen, empty="*"):
    """Return the grid of a FEN placement: 8 rows joined by newlines, `empty` on empty squares."""
    grid = fen.replace("/", "\n")
    for digit, run in RUNS:
        grid = grid.replace(digit, run)
    return grid.replace(NEUTRAL, empty)


def grid2fen(grid, empty="*"):
    """Return the FEN placement of a grid: 8 rows joined by newlines, `empty` on empty squares."""
    fen = grid.replace(empty, NEUTRAL).replace("\n", "/")
    for digit, run in RUNS:
        fen = fen.replace(run, digit)
    return fen
