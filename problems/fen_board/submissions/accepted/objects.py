"""Classes for squares, pieces, boards and records; needs Python 3.7 for its dataclasses."""

import sys
from dataclasses import dataclass, field
from typing import Dict, Optional


@dataclass(frozen=True)
class Square:
    file: int
    rank: int


@dataclass(frozen=True)
class Piece:
    letter: str

    def __str__(self):
        return self.letter


@dataclass
class Board:
    pieces: Dict[Square, Piece] = field(default_factory=dict)

    def piece_at(self, square) -> Optional[Piece]:
        return self.pieces.get(square)

    def __str__(self):
        return "\n".join(
            "".join(str(self.piece_at(Square(file, rank)) or ".") for file in range(1, 9))
            for rank in range(8, 0, -1)
        )


class Record:
    def __init__(self, line):
        self.placement, self.colour, self.castling, self.en_passant, self.halfmoves, self.moves = line.split()

    def board(self):
        board = Board()
        for rank, row in zip(range(8, 0, -1), self.placement.split("/")):
            file = 1
            for sign in row:
                if sign.isdigit():
                    file += int(sign)
                else:
                    board.pieces[Square(file, rank)] = Piece(sign)
                    file += 1
        return board


if __name__ == "__main__":
    separator = ""
    for line in sys.stdin:
        if line.strip():
            print(separator + str(Record(line).board()))
            separator = "\n"
