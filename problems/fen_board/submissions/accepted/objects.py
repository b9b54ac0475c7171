"""Classes for pieces, squares, boards and records; needs Python 3.7 for its dataclasses."""

import sys
from dataclasses import dataclass
from typing import Optional


@dataclass(frozen=True)
class Piece:
    letter: str


@dataclass
class Square:
    piece: Optional[Piece] = None

    def __str__(self):
        return self.piece.letter if self.piece else "."


class Board:
    def __init__(self):
        self.ranks = [[Square() for file in range(8)] for rank in range(8)]

    def put(self, piece, file, rank):
        self.ranks[rank][file].piece = piece

    def __str__(self):
        return "\n".join("".join(map(str, rank)) for rank in reversed(self.ranks))


class Record:
    def __init__(self, line):
        self.placement, self.colour, self.castling, self.en_passant, self.halfmoves, self.moves = line.split()

    def board(self):
        board = Board()
        for rank, row in zip(range(7, -1, -1), self.placement.split("/")):
            file = 0
            for sign in row:
                if sign.isdigit():
                    file += int(sign)
                else:
                    board.put(Piece(sign), file, rank)
                    file += 1
        return board


if __name__ == "__main__":
    separator = ""
    for line in sys.stdin:
        if line.strip():
            print(separator + str(Record(line).board()))
            separator = "\n"
