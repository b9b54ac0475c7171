"""Prints the first rank first."""

import sys

for i, line in enumerate(filter(str.strip, sys.stdin)):
    if i > 0:
        print()
    for rank in "/".join(reversed(line.split()[0].split("/"))).split("/"):
        row = ""
        for sign in rank:
            if sign.isdigit():
                row += "." * int(sign)
            else:
                row += sign
        print(row)
