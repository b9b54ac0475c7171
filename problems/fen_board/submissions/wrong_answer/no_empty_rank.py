"""Believes that the digits go from 1 to 7 only, so the 8 of an empty rank is printed."""

import sys

records = [line for line in sys.stdin if line.strip()]
for i, record in enumerate(records):
    if i > 0:
        print()
    for rank in record.split()[0].split("/"):
        row = ""
        for sign in rank:
            if sign in "1234567":
                row += "." * int(sign)
            else:
                row += sign
        print(row)
