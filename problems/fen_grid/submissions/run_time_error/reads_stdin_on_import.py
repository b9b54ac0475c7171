"""Reads all of stdin when the file is imported."""

import sys

position = sys.stdin.read().strip()


def fen2grid(fen, empty="*"):
    grid = ""
    for sign in fen.replace("/", "\n"):
        grid += empty * int(sign) if sign in "12345678" else sign
    return grid


def grid2fen(grid, empty="*"):
    rows = []
    for row in grid.split("\n"):
        fen, run = "", 0
        for square in row:
            if square == empty:
                run += 1
            else:
                fen += str(run) * (run > 0) + square
                run = 0
        rows.append(fen + str(run) * (run > 0))
    return "/".join(rows)
