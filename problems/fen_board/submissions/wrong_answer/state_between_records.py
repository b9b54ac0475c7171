"""Believes that a slash ends every row, so the next record goes on with the last row of this one."""

import sys

row = ""
records = [line for line in sys.stdin if line.strip()]
for i, record in enumerate(records):
    if i > 0:
        print()
    for sign in record.split()[0]:
        if sign == "/":
            print(row)
            row = ""
        elif sign.isdigit():
            row += "." * int(sign)
        else:
            row += sign
    print(row)
