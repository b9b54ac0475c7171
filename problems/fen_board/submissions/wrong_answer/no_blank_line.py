"""Forgets the blank line between two boards."""

import sys

for line in filter(str.strip, sys.stdin):
    for rank in line.split()[0].split("/"):
        row = ""
        for sign in rank:
            if sign.isdigit():
                row += "." * int(sign)
            else:
                row += sign
        print(row)
