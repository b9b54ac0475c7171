"""Takes a line of fewer than 26 bytes for an empty one, although the shortest record has 25."""

import sys

separator = b""
for line in sys.stdin.buffer:
    if len(line) < 26:
        continue
    board = line.split()[0].replace(b"/", b"\n")
    for digit in b"12345678":
        board = board.replace(b"%c" % digit, b"." * (digit - 48))
    sys.stdout.buffer.write(separator + board + b"\n")
    separator = b"\n"
