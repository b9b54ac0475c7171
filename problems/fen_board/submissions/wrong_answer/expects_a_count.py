"""Believes that the first line says how many records follow."""

import sys

records = [line for line in list(sys.stdin)[1:] if line.strip()]
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
