"""Numbers the squares from 0 to 63, row 8 first, so differences lead over the edge from file a to h."""

import sys

START = "rnbqkbnr" + "p" * 8 + "." * 32 + "P" * 8 + "RNBQKBNR"


def number(square):
    return 8 * (8 - int(square[1])) + "abcdefgh".index(square[0])


def is_correct(board, source, target):
    pawn, other = board[source], board[target]
    up, home = (-8, 6) if pawn == "P" else (8, 1)
    if target == source + up:
        return other == "."
    if target == source + 2 * up:
        return source // 8 == home and board[source + up] == other == "."
    if target in (source + up - 1, source + up + 1):
        return other.islower() if pawn == "P" else other.isupper()
    return False


def first_incorrect(moves):
    board = list(START)
    for i, move in enumerate(moves, 1):
        source, target = number(move[:2]), number(move[2:])
        if board[source] in "Pp" and not is_correct(board, source, target):
            return i
        piece, board[source] = board[source], "."
        board[target] = piece
    return 0


lines = sys.stdin.read().split("\n")
print(*[first_incorrect(game.split()) for game in lines[1 : int(lines[0]) + 1]])
