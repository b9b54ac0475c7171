"""Believes that the last w or b after a space is the side to move."""

import sys

records = [line for line in sys.stdin if line.strip()]
for i, record in enumerate(records):
    if i > 0:
        print()
    for rank in record[: max(record.rfind(" w"), record.rfind(" b"))].split("/"):
        row = ""
        for sign in rank:
            if sign.isdigit():
                row += "." * int(sign)
            else:
                row += sign
        print(row)
