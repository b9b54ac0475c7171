"""Draws the fields after the board as well."""

import sys

for i, line in enumerate(filter(str.strip, sys.stdin)):
    if i > 0:
        print()
    for rank in line.strip().split("/"):
        row = ""
        for sign in rank:
            row += "." * int(sign) if sign.isdigit() else sign
        print(row)
