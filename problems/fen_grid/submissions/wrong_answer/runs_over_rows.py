"""Believes that a run of empty squares continues in the next row."""


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
    for square in grid:
        if square == empty:
            run += 1
        elif square == "\n":
            fen += "/"
        else:
            if run > 0:
                fen += str(run)
                run = 0
            fen += square
    if run > 0:
        fen += str(run)
    return fen
