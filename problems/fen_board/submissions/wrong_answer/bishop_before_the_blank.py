"""Believes that a b before a space is the side to move, never a bishop on the last square."""

import re
import sys

records = [line for line in sys.stdin if line.strip()]
for i, record in enumerate(records):
    if i > 0:
        print()
    for rank in re.split("[wb] ", record)[0].strip().split("/"):
        row = ""
        for sign in rank:
            if sign.isdigit():
                row += "." * int(sign)
            else:
                row += sign
        print(row)
