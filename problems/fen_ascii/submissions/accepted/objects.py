"""Classes for pieces and the board; needs Python 3.7 for its dataclasses."""

import sys
from dataclasses import dataclass
from typing import List, Optional


@dataclass(frozen=True)
class Piece:
    letter: str


@dataclass
class Rank:
    squares: List[Optional[Piece]]

    @classmethod
    def from_fen(cls, text):
        squares = []
        for sign in text:
            squares.extend([None] * int(sign) if sign.isdigit() else [Piece(sign)])
        return cls(squares)

    def __str__(self):
        return "|" + "".join((piece.letter if piece else " ") + "|" for piece in self.squares)


class Board:
    def __init__(self, record):
        self.ranks = [Rank.from_fen(text) for text in record.split()[0].split("/")]

    def draw(self):
        for rank in self.ranks:
            print(rank)


if __name__ == "__main__":
    Board(sys.argv[1] if len(sys.argv) > 1 else sys.stdin.readline()).draw()
