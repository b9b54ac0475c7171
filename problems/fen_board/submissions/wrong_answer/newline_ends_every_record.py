"""Counts a record only when a newline ends it."""

import sys

separator = ""
for line in sys.stdin:
    if not line.endswith("\n"):
        break
    if line == "\n":
        continue
    board = line.split()[0].replace("/", "\n")
    for digit in "12345678":
        board = board.replace(digit, "." * int(digit))
    print(separator + board)
    separator = "\n"
