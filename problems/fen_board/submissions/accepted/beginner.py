"""A beginner's program: a list of lists, and one print for each square."""

import sys

first = True
for line in sys.stdin:
    line = line.strip()
    if line == "":
        continue
    if not first:
        print()
    first = False
    board = []
    for _ in range(8):
        board.append(["."] * 8)
    row = 0
    column = 0
    for c in line.split(" ")[0]:
        if c == "/":
            row = row + 1
            column = 0
        elif c in ["1", "2", "3", "4", "5", "6", "7", "8"]:
            column = column + int(c)
        else:
            board[row][column] = c
            column = column + 1
    for i in range(8):
        for j in range(8):
            print(board[i][j], end="")
        print()
