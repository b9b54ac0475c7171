"""Keeps a cut record for the next chunk, and forgets what it has kept at the end of the file."""

import sys

separator = b""
kept = b""
while True:
    chunk = sys.stdin.buffer.read(4096)
    if not chunk:
        break
    *records, kept = (kept + chunk).split(b"\n")
    for record in records:
        if not record.strip():
            continue
        board = record.split()[0].replace(b"/", b"\n")
        for digit in b"12345678":
            board = board.replace(b"%c" % digit, b"." * (digit - 48))
        sys.stdout.buffer.write(separator + board + b"\n")
        separator = b"\n"
