"""Classes for colours, kinds, squares and pieces; needs Python 3.7 for its dataclasses."""

from dataclasses import dataclass
from enum import Enum


class Colour(Enum):
    WHITE = "white"
    BLACK = "black"


class Kind(Enum):
    PAWN = "p"
    SUPERPAWN = "s"
    GIRAFFE = "g"
    MONKEY = "m"
    ELEPHANT = "e"
    LION = "l"
    CROCODILE = "c"
    ZEBRA = "z"


@dataclass(frozen=True, order=True)
class Square:
    file: str
    rank: int

    def __str__(self):
        return f"{self.file}{self.rank}"


@dataclass(frozen=True)
class Piece:
    colour: Colour
    kind: Kind

    @classmethod
    def of_letter(cls, letter):
        return cls(Colour.WHITE if letter.isupper() else Colour.BLACK, Kind(letter.lower()))


class Position:
    def __init__(self, line):
        placement, side, _ = line.split()
        self.side = Colour.WHITE if side in "wW" else Colour.BLACK
        self.squares = {Piece(colour, kind): [] for kind in Kind for colour in Colour}
        for rank, row in zip(range(7, 0, -1), placement.split("/")):
            file = 0
            for sign in row:
                if sign.isdigit():
                    file += int(sign)
                else:
                    self.squares[Piece.of_letter(sign)].append(Square("abcdefg"[file], rank))
                    file += 1

    def print(self):
        for piece, squares in self.squares.items():
            print(f"{piece.colour.value} {piece.kind.name.lower()}:", *sorted(squares))
        print("side to play:", self.side.value)


if __name__ == "__main__":
    for number in range(int(input())):
        if number > 0:
            print()
        Position(input()).print()
