"""What most of the wrong Python programs are, without their mistakes."""

import sys

for i, line in enumerate(filter(str.strip, sys.stdin)):
    if i > 0:
        print()
    for rank in line.split()[0].split("/"):
        row = ""
        for sign in rank:
            row += "." * int(sign) if sign.isdigit() else sign
        print(row)
