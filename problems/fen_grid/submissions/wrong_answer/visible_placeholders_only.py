"""Believes that every placeholder is visible, and replaces all others by an asterisk."""


def fen2grid(fen, empty="*"):
    if not empty.isprintable():
        empty = "*"
    grid = ""
    for sign in fen:
        if sign == "/":
            grid += "\n"
        elif sign in "12345678":
            grid += empty * int(sign)
        else:
            grid += sign
    return grid


def grid2fen(grid, empty="*"):
    if not empty.isprintable():
        empty = "*"
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
