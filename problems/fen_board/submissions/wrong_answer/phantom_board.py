"""Prints a board of nothing for an empty line at the end."""

import sys

for i, line in enumerate(sys.stdin):
    if i > 0:
        print()
    for rank in line.rstrip("\n").split(" ")[0].split("/"):
        row = ""
        for sign in rank:
            row += "." * int(sign) if sign.isdigit() else sign
        print(row)
