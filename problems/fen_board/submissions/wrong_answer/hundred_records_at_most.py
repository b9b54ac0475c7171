"""Draws a hundred records at most."""

import sys

for i, line in enumerate(list(filter(str.strip, sys.stdin))[:100]):
    if i > 0:
        print()
    for rank in line.split()[0].split("/"):
        row = ""
        for sign in rank:
            row += "." * int(sign) if sign.isdigit() else sign
        print(row)
