"""Takes the first record for a line that says how many records follow."""

import sys

sys.stdin.readline()
for i, line in enumerate(filter(str.strip, sys.stdin)):
    if i > 0:
        print()
    for rank in line.split()[0].split("/"):
        row = ""
        for sign in rank:
            row += "." * int(sign) if sign.isdigit() else sign
        print(row)
