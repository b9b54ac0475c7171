"""Plays every game again from its start for each move: quadratic."""

import sys


def square(name):
    return "abcdefgh".index(name[0]), int(name[1])


def position(moves):
    board = {(file, rank): piece for rank, piece in zip((1, 2, 7, 8), "NPpn") for file in range(8)}
    for move in moves:
        start, end = square(move[:2]), square(move[2:])
        piece = board.pop(start)
        board[end] = piece
    return board


def is_correct(board, move):
    (file, rank), end = square(move[:2]), square(move[2:])
    pawn = board[file, rank]
    if pawn not in "Pp":
        return True
    ahead, home = (1, 2) if pawn == "P" else (-1, 7)
    target = board.get(end)
    if end == (file, rank + ahead):
        return target is None
    if end == (file, rank + 2 * ahead):
        return rank == home and (file, rank + ahead) not in board and target is None
    if end in ((file - 1, rank + ahead), (file + 1, rank + ahead)):
        return target is not None and target.isupper() != pawn.isupper()
    return False


def first_incorrect(moves):
    for i, move in enumerate(moves):
        if not is_correct(position(moves[:i]), move):
            return i + 1
    return 0


count = int(sys.stdin.readline() or 0)
if count:
    print(*[first_incorrect(sys.stdin.readline().split()) for _ in range(count)])
