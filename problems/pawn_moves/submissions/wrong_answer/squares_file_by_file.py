"""Numbers the squares from 0 to 63, file by file, so from row 8 the next number is row 1 of the next file."""

import sys

START = ("RP....pr", "NP....pn", "BP....pb", "QP....pq", "KP....pk", "BP....pb", "NP....pn", "RP....pr")


def number(square):
    return 8 * "abcdefgh".index(square[0]) + int(square[1]) - 1


def is_correct(board, source, target):
    white = board[source] == "P"
    ahead, row = (1, 1) if white else (-1, 6)
    step = target - source
    if step == ahead:
        return board[target] == "."
    if step == 2 * ahead:
        return source % 8 == row and board[source + ahead] == board[target] == "."
    is_enemy = board[target].islower() if white else board[target].isupper()
    return step in (ahead + 8, ahead - 8) and is_enemy


def first_incorrect(moves):
    board = list("".join(START))
    for i, move in enumerate(moves, 1):
        source, target = number(move[:2]), number(move[2:])
        if board[source] in "Pp" and not is_correct(board, source, target):
            return i
        piece, board[source] = board[source], "."
        board[target] = piece
    return 0


lines = sys.stdin.read().split("\n")
print(*[first_incorrect(game.split()) for game in lines[1 : int(lines[0]) + 1]])
