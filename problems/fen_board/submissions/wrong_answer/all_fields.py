"""Believes that all fields of a record belong on the board, not the placement alone."""

import sys

records = [line for line in sys.stdin if line.strip()]
for i, record in enumerate(records):
    if i > 0:
        print()
    for rank in record.strip().split("/"):
        row = ""
        for sign in rank:
            if sign.isdigit():
                row += "." * int(sign)
            else:
                row += sign
        print(row)
