"""Takes each move off the front of the list, so all that follow move up: quadratic."""

import sys

START = dict.fromkeys([file + rank for file in "abcdefgh" for rank in "12345678"], ".")
for file, white, black in zip("abcdefgh", "RNBQKBNR", "rnbqkbnr"):
    START[file + "1"], START[file + "8"] = white, black
    START[file + "2"], START[file + "7"] = "P", "p"


def is_correct(board, source, goal):
    pawn, target = board[source], board[goal]
    ahead, home = (1, "2") if pawn == "P" else (-1, "7")
    files = ord(goal[0]) - ord(source[0])
    ranks = int(goal[1]) - int(source[1])
    if files == 0 and ranks == ahead:
        return target == "."
    if files == 0 and ranks == 2 * ahead:
        middle = board[source[0] + str(int(source[1]) + ahead)]
        return source[1] == home and middle == "." and target == "."
    return abs(files) == 1 and ranks == ahead and target != "." and target.isupper() != pawn.isupper()


lines = sys.stdin.read().split("\n")
answers = []
for game in lines[1 : int(lines[0]) + 1]:
    board = dict(START)
    answer = 0
    moves = game.split()
    number = 0
    while moves:
        move = moves.pop(0)
        number += 1
        source, goal = move[:2], move[2:]
        if board[source] in "Pp" and not is_correct(board, source, goal):
            answer = number
            break
        piece = board[source]
        board[source] = "."
        board[goal] = piece
    answers.append(str(answer))
print(" ".join(answers))
