"""Believes that a digit in a half-made grid is always a run, and never the placeholder."""


def fen2grid(fen, empty="*"):
    for digit in "12345678":
        fen = fen.replace(digit, empty * int(digit))
    return fen.replace("/", "\n")


def grid2fen(grid, empty="*"):
    fen = grid.replace("\n", "/")
    for run in range(8, 0, -1):
        fen = fen.replace(empty * run, str(run))
    return fen
