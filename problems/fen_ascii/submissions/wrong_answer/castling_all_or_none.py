"""Knows castling rights as a dash or as KQkq only, and else leaves the later fields on the board."""

import re
import sys

record = sys.argv[1] if len(sys.argv) > 1 else sys.stdin.read()
for rank in re.sub(r"\s[wb] (-|KQkq).*|\s+$", "", record, flags=re.S).split("/"):
    squares = ""
    for sign in rank:
        squares += " " * int(sign) if sign in "12345678" else sign
    print(squares.replace("", "|"))
