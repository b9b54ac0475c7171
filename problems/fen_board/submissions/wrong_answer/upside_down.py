"""Prints the first rank first."""

import sys

for i, line in enumerate(filter(str.strip, sys.stdin)):
    if i > 0:
        print()
    for rank in "/".join(reversed(line.split()[0].split("/"))).split("/"):
        row = ""
        for sign in rank:
            row += "." * int(sign) if sign.isdigit() else sign
        print(row)
