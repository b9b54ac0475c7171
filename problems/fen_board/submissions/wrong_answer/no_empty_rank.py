"""Knows the digits 1 to 7 only: the 8 of an empty rank stays."""

import sys

for i, line in enumerate(filter(str.strip, sys.stdin)):
    if i > 0:
        print()
    for rank in line.split()[0].split("/"):
        row = ""
        for sign in rank:
            row += "." * int(sign) if sign in "1234567" else sign
        print(row)
