"""Reads 4096 bytes at a time and takes what it gets for whole records."""

import sys

separator = b""
while True:
    chunk = sys.stdin.buffer.read(4096)
    if not chunk:
        break
    for record in chunk.split(b"\n"):
        if not record.strip():
            continue
        board = record.split()[0].replace(b"/", b"\n")
        for digit in b"12345678":
            board = board.replace(b"%c" % digit, b"." * (digit - 48))
        sys.stdout.buffer.write(separator + board + b"\n")
        separator = b"\n"
