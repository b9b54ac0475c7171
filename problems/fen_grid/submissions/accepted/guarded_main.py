"""Tests itself when it is run, but not when it is imported."""


def fen2grid(fen, empty="*"):
    rows = []
    for rank in fen.split("/"):
        row = ""
        for c in rank:
            if c in "12345678":
                row += empty * int(c)
            else:
                row += c
        rows.append(row)
    return "\n".join(rows)


def grid2fen(grid, empty="*"):
    ranks = []
    for row in grid.split("\n"):
        rank = ""
        run = 0
        for square in row + "\n":
            if square == empty:
                run += 1
                continue
            if run:
                rank += str(run)
            run = 0
            if square != "\n":
                rank += square
        ranks.append(rank)
    return "/".join(ranks)


if __name__ == "__main__":
    position = input("FEN: ")
    print(fen2grid(position, "."))
    print(grid2fen(fen2grid(position, "."), ".") == position)
