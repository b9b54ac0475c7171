"""Prints an empty line when there is no record at all."""

import sys

boards = []
for line in filter(str.strip, sys.stdin):
    board = line.split()[0].replace("/", "\n")
    for digit in "12345678":
        board = board.replace(digit, "." * int(digit))
    boards.append(board)
print("\n\n".join(boards))
