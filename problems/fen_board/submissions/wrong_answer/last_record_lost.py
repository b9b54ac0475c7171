"""Leaves out the last record."""

import sys

for i, line in enumerate(list(filter(str.strip, sys.stdin))[:-1]):
    if i > 0:
        print()
    for rank in line.split()[0].split("/"):
        row = ""
        for sign in rank:
            if sign.isdigit():
                row += "." * int(sign)
            else:
                row += sign
        print(row)
