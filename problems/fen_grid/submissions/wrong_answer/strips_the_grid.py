"""Believes that white space at the ends of the grid is not a square."""


def fen2grid(fen, empty="*"):
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
    fen = ""
    run = 0
    for square in grid.strip():
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
