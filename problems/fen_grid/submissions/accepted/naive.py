"""The plain way: build the grid square by square, and read it back square by square."""


def fen2grid(fen, empty="*"):
    grid = ""
    for character in fen:
        if character == "/":
            grid += "\n"
        elif character in "12345678":
            for _ in range(int(character)):
                grid += empty
        else:
            grid += character
    return grid


def grid2fen(grid, empty="*"):
    fen = ""
    run = 0
    for square in grid:
        if square == empty:
            run += 1
            continue
        if run > 0:
            fen += str(run)
            run = 0
        if square == "\n":
            fen += "/"
        else:
            fen += square
    if run > 0:
        fen += str(run)
    return fen
