"""Plays every game again from its start for each move: quadratic."""

import sys

START = {file + rank: piece for rank, piece in zip("1278", "NPpn") for file in "abcdefgh"}


def position(moves):
    board = dict(START)
    for move in moves:
        board[move[2:]] = board.pop(move[:2])
    return board


def is_correct(board, move):
    pawn = board[move[:2]]
    if pawn not in "Pp":
        return True
    ahead = 1 if pawn == "P" else -1
    aside = abs(ord(move[2]) - ord(move[0]))
    steps = (int(move[3]) - int(move[1])) * ahead
    target = board.get(move[2:])
    if aside == 0 and steps == 1:
        return target is None
    if aside == 0 and steps == 2:
        between = move[0] + str(int(move[1]) + ahead)
        return move[1] == ("2" if pawn == "P" else "7") and between not in board and target is None
    return aside == 1 and steps == 1 and target is not None and target.isupper() != pawn.isupper()


def first_incorrect(moves):
    for i, move in enumerate(moves):
        if not is_correct(position(moves[:i]), move):
            return i + 1
    return 0


count = int(sys.stdin.readline() or 0)
if count:
    print(*[first_incorrect(sys.stdin.readline().split()) for _ in range(count)])
