"""Cuts the placement off at the last w or b behind a blank, which may be an en passant square."""

import re
import sys

record = sys.argv[1] if len(sys.argv) > 1 else sys.stdin.readline().rstrip()
for rank in re.sub("(.*) [wb].*", r"\1", record).split("/"):
    squares = ""
    for sign in rank:
        squares += " " * int(sign) if sign in "12345678" else sign
    print(squares.replace("", "|"))
