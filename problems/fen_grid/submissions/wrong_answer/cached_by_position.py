"""Believes that a position has one grid, whatever the placeholder is."""

known = {}


def fen2grid(fen, empty="*"):
    if fen in known:
        return known[fen]
    grid = ""
    for sign in fen:
        if sign == "/":
            grid += "\n"
        elif sign in "12345678":
            grid += empty * int(sign)
        else:
            grid += sign
    known[fen] = grid
    return grid


def grid2fen(grid, empty="*"):
    fen = ""
    run = 0
    for square in grid:
        if square == empty:
            run += 1
        else:
            if run > 0:
                fen += str(run)
                run = 0
            fen += "/" if square == "\n" else square
    if run > 0:
        fen += str(run)
    return fen
