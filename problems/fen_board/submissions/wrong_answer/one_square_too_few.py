"""Counts from 0: a digit is one empty square too few."""

import sys

for i, line in enumerate(filter(str.strip, sys.stdin)):
    if i > 0:
        print()
    for rank in line.split()[0].split("/"):
        row = ""
        for sign in rank:
            if sign.isdigit():
                row += "." * (int(sign) - 1)
            else:
                row += sign
        print(row)
