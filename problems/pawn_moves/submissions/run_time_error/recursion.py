"""Calls itself for every move, deeper than Python allows."""

import sys

FILES = "abcdefgh"
START = {
    file + row: piece
    for row, pieces in [("1", "RNBQKBNR"), ("2", "P" * 8), ("7", "p" * 8), ("8", "rnbqkbnr")]
    for file, piece in zip(FILES, pieces)
}


def is_correct(board, source, target):
    white = board[source] == "P"
    ahead, home = (1, "2") if white else (-1, "7")
    files = abs(ord(target[0]) - ord(source[0]))
    rows = (int(target[1]) - int(source[1])) * ahead
    if files == 0 and rows == 2:
        between = source[0] + str(int(source[1]) + ahead)
        return source[1] == home and between not in board and target not in board
    if files == 0:
        return rows == 1 and target not in board
    return files == rows == 1 and target in board and board[target].islower() == white


def first_incorrect(board, moves, number):
    if number > len(moves):
        return 0
    source, target = moves[number - 1][:2], moves[number - 1][2:]
    if board[source] in "Pp" and not is_correct(board, source, target):
        return number
    board[target] = board.pop(source)
    return first_incorrect(board, moves, number + 1)


lines = sys.stdin.read().split("\n")
print(*[first_incorrect(dict(START), game.split(), 1) for game in lines[1 : int(lines[0]) + 1]])
