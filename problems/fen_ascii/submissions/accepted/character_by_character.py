"""Reads a character at a time until the placement has ended."""

import sys

print("|", end="")
while True:
    c = sys.stdin.read(1)
    if c in ("", " ", "\r", "\n"):
        break
    if c == "/":
        print()
        print("|", end="")
    elif c in "12345678":
        print(" |" * int(c), end="")
    else:
        print(c + "|", end="")
print()
