"""Prints the blank line after every board, so after the last one, too."""

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
    print()
