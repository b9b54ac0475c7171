"""A class for the board, which reads and writes both notations."""


class Board:
    SIZE = 8

    def __init__(self):
        self.squares = [[None] * self.SIZE for _ in range(self.SIZE)]

    @classmethod
    def from_fen(cls, fen):
        board = cls()
        for row, rank in enumerate(fen.split("/")):
            column = 0
            for sign in rank:
                if sign.isdigit():
                    column += int(sign)
                else:
                    board.squares[row][column] = sign
                    column += 1
        return board

    @classmethod
    def from_grid(cls, grid, empty):
        board = cls()
        for i, sign in enumerate(grid):
            row, column = divmod(i, cls.SIZE + 1)
            if column < cls.SIZE and sign != empty:
                board.squares[row][column] = sign
        return board

    def to_grid(self, empty):
        return "\n".join("".join(piece or empty for piece in row) for row in self.squares)

    def to_fen(self):
        return "/".join(map(self.rank_to_fen, self.squares))

    @staticmethod
    def rank_to_fen(row):
        signs = []
        for piece in row:
            if piece:
                signs.append(piece)
            elif signs and isinstance(signs[-1], int):
                signs[-1] += 1
            else:
                signs.append(1)
        return "".join(map(str, signs))


def fen2grid(fen, empty="*"):
    return Board.from_fen(fen).to_grid(empty)


def grid2fen(grid, empty="*"):
    return Board.from_grid(grid, empty).to_fen()
