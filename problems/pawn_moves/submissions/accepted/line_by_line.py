"""A list of lists, row 8 first, and `for line in sys.stdin`; moves as differences of characters."""

import sys

START = ["rnbqkbnr", "pppppppp", "........", "........", "........", "........", "PPPPPPPP", "RNBQKBNR"]


def allowed(board, row, column, to_row, to_column):
    pawn, target = board[row][column], board[to_row][to_column]
    up = -1 if pawn == "P" else 1
    if abs(to_column - column) == 1:
        return to_row - row == up and (target.islower() if pawn == "P" else target.isupper())
    if to_column != column or target != ".":
        return False
    if to_row - row == 2 * up:
        return row == (6 if pawn == "P" else 1) and board[row + up][column] == "."
    return to_row - row == up


def judge(moves):
    board = [list(row) for row in START]
    for number, move in enumerate(moves, start=1):
        column, to_column = ord(move[0]) - ord("a"), ord(move[2]) - ord("a")
        row, to_row = 8 - int(move[1]), 8 - int(move[3])
        piece = board[row][column]
        if piece in "pP" and not allowed(board, row, column, to_row, to_column):
            return number
        board[row][column] = "."
        board[to_row][to_column] = piece
    return 0


def main():
    games = None
    results = []
    for line in sys.stdin:
        if games is None:
            games = int(line)
        elif len(results) < games:
            results.append(str(judge(line.split())))
    print(" ".join(results))


if __name__ == "__main__":
    main()
