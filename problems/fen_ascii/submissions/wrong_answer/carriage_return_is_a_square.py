"""Believes that lines end in LF alone, so that a CR is one more square."""

import sys

placement = sys.stdin.buffer.readline().decode().rstrip("\n").split(" ")[0]
for rank in placement.split("/"):
    line = "|"
    for sign in rank:
        if sign in "12345678":
            line += " |" * int(sign)
        else:
            line += sign + "|"
    print(line)
