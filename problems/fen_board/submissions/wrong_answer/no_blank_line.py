"""Forgets the blank line between two boards."""

import sys

for line in filter(str.strip, sys.stdin):
    for rank in line.split()[0].split("/"):
        row = ""
        for sign in rank:
            row += "." * int(sign) if sign.isdigit() else sign
        print(row)
