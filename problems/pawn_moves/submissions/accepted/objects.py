"""Classes for colours, squares, pieces and the board; needs Python 3.7 for its dataclasses."""

from dataclasses import dataclass
from enum import Enum


class Colour(Enum):
    WHITE = 1
    BLACK = -1


@dataclass(frozen=True)
class Square:
    file: int
    row: int

    @classmethod
    def named(cls, name):
        return cls("abcdefgh".index(name[0]) + 1, int(name[1]))


@dataclass
class Piece:
    colour: Colour

    def may_go(self, board, source, target):
        return True


@dataclass
class Pawn(Piece):
    def may_go(self, board, source, target):
        ahead = self.colour.value
        home = 2 if self.colour is Colour.WHITE else 7
        files, rows = abs(target.file - source.file), (target.row - source.row) * ahead
        other = board.at(target)
        if files == 1 and rows == 1:
            return other is not None and other.colour is not self.colour
        if files != 0 or other is not None:
            return False
        if rows == 2 and source.row == home:
            return board.at(Square(source.file, source.row + ahead)) is None
        return rows == 1


class Board:
    def __init__(self):
        self.pieces = {}
        for file in range(1, 9):
            for colour, first, second in ((Colour.WHITE, 1, 2), (Colour.BLACK, 8, 7)):
                self.pieces[Square(file, first)] = Piece(colour)
                self.pieces[Square(file, second)] = Pawn(colour)

    def at(self, square):
        return self.pieces.get(square)

    def move(self, source, target):
        self.pieces[target] = self.pieces.pop(source)


class Game:
    def __init__(self, line):
        self.moves = [(Square.named(move[:2]), Square.named(move[2:])) for move in line.split()]

    def first_incorrect(self):
        board = Board()
        for number, (source, target) in enumerate(self.moves, 1):
            if not board.at(source).may_go(board, source, target):
                return number
            board.move(source, target)
        return 0


if __name__ == "__main__":
    print(*[Game(input()).first_incorrect() for _ in range(int(input()))])
