"""Reads bytes and skips lines of a newline alone, but not those of CR LF."""

import sys

separator = b""
for line in sys.stdin.buffer:
    if line == b"\n":
        continue
    board = line.split(b" ")[0].replace(b"/", b"\n")
    for digit in b"12345678":
        board = board.replace(b"%c" % digit, b"." * (digit - 48))
    sys.stdout.buffer.write(separator + board + b"\n")
    separator = b"\n"
