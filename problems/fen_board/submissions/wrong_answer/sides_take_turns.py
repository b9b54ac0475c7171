"""Believes that White and Black take turns, and cuts the records at w and b alternately."""

import sys

records = [line for line in sys.stdin if line.strip()]
for i, record in enumerate(records):
    if i > 0:
        print()
    for rank in record.partition(" w" if i % 2 == 0 else " b")[0].split("/"):
        row = ""
        for sign in rank:
            if sign.isdigit():
                row += "." * int(sign)
            else:
                row += sign
        print(row)
