"""Adds every board to one answer, which is copied each time: quadratic."""

import sys

answer = b""
for line in filter(bytes.strip, sys.stdin.buffer):
    board = line.split()[0].replace(b"/", b"\n")
    for digit in range(1, 9):
        board = board.replace(b"%d" % digit, b"." * digit)
    answer = answer + b"\n" * (answer != b"") + board + b"\n"
sys.stdout.buffer.write(answer)
