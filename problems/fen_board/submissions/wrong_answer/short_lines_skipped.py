"""Believes that no line of a record has fewer than 26 bytes, even one without a line end."""

import sys

records = [line for line in sys.stdin if len(line) >= 26]
for i, record in enumerate(records):
    if i > 0:
        print()
    for rank in record.split()[0].split("/"):
        row = ""
        for sign in rank:
            if sign.isdigit():
                row += "." * int(sign)
            else:
                row += sign
        print(row)
