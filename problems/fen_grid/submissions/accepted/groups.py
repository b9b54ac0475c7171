"""Groups equal neighbours of a row with itertools."""

from itertools import groupby


def fen2grid(fen, empty="*"):
    rows = []
    for rank in fen.split("/"):
        rows.append("".join(empty * int(c) if c.isdigit() else c for c in rank))
    return "\n".join(rows)


def grid2fen(grid, empty="*"):
    ranks = []
    for row in grid.split("\n"):
        rank = ""
        for square, run in groupby(row):
            squares = "".join(run)
            rank += str(len(squares)) if square == empty else squares
        ranks.append(rank)
    return "/".join(ranks)
