"""Sets up the board once, not for every game."""

import sys


def start():
    board = dict.fromkeys([file + rank for file in "abcdefgh" for rank in "12345678"])
    for file in "abcdefgh":
        board[file + "1"], board[file + "2"], board[file + "7"], board[file + "8"] = "N", "P", "p", "n"
    return board


def is_correct(board, source, target):
    pawn, other = board[source], board[target]
    ahead, home = (1, "2") if pawn == "P" else (-1, "7")
    files = ord(target[0]) - ord(source[0])
    ranks = int(target[1]) - int(source[1])
    if files == 0 and ranks == ahead:
        return other is None
    if files == 0 and ranks == 2 * ahead:
        middle = board[source[0] + str(int(source[1]) + ahead)]
        return source[1] == home and other is None and middle is None
    return abs(files) == 1 and ranks == ahead and other is not None and other.isupper() != pawn.isupper()


lines = [*sys.stdin.read().splitlines(), ""]
answers = []
board = start()
for game in lines[1 : int(lines[0] or 0) + 1]:
    answer = 0
    for number, move in enumerate(game.split(), 1):
        source, target = move[:2], move[2:]
        if board[source] in ("P", "p") and not is_correct(board, source, target):
            answer = number
            break
        piece = board[source]
        board[source] = None
        board[target] = piece
    answers.append(str(answer))
if answers:
    print(" ".join(answers))
