"""Believes that the input always ends in a newline, which can be cut off."""

import sys

placement = sys.stdin.read()[:-1].split()[0]
for rank in placement.split("/"):
    line = "|"
    for sign in rank:
        if sign in "12345678":
            line += " |" * int(sign)
        else:
            line += sign + "|"
    print(line)
