"""Adds every board to one answer, which is copied each time: quadratic."""

import sys

answer = b""
for line in filter(str.strip, sys.stdin):
    board = line.split()[0].replace("/", "\n")
    for digit in "12345678":
        board = board.replace(digit, "." * int(digit))
    answer = answer + b"\n" * (answer != b"") + board.encode() + b"\n"
sys.stdout.buffer.write(answer)
