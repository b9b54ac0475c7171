"""Reads the whole input and splits it; for each pawn and square a table of where it may step and capture."""

import sys

FILES = "abcdefgh"


def steps(pawn):
    """Return for each square but the last row: the square ahead, the one after it from home, the captures."""
    up, home = (1, 2) if pawn == "P" else (-1, 7)
    table = {}
    for i, file in enumerate(FILES):
        for rank in range(1, 9):
            ahead = str(rank + up)
            twice = file + str(rank + 2 * up) if rank == home else None
            sides = [FILES[j] + ahead for j in (i - 1, i + 1) if 0 <= j < 8]
            table[file + str(rank)] = (file + ahead, twice, sides)
    return table


STEPS = {"P": steps("P"), "p": steps("p")}
START = dict.fromkeys([file + rank for file in FILES for rank in "3456"], "")
for i, file in enumerate(FILES):
    START.update({file + "1": "RNBQKBNR"[i], file + "2": "P", file + "7": "p", file + "8": "rnbqkbnr"[i]})


def is_correct(board, source, target):
    pawn, captured = board[source], board[target]
    ahead, twice, sides = STEPS[pawn][source]
    if target in sides:
        return captured.islower() if pawn == "P" else captured.isupper()
    return not captured and (target == ahead or (target == twice and not board[ahead]))


def first_incorrect(game):
    board = START.copy()
    for number, move in enumerate(game.split(), 1):
        source, target = move[:2], move[2:]
        if board[source] in STEPS and not is_correct(board, source, target):
            return number
        piece, board[source] = board[source], ""
        board[target] = piece
    return 0


def main():
    lines = sys.stdin.read().split("\n")
    count = int(lines[0])
    print(*map(first_incorrect, lines[1 : count + 1]))


if __name__ == "__main__":
    main()
