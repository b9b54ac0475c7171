"""Believes that no empty line separates two boards."""

import sys

records = [line for line in sys.stdin if line.strip()]
for record in records:
    for rank in record.split()[0].split("/"):
        row = ""
        for sign in rank:
            if sign.isdigit():
                row += "." * int(sign)
            else:
                row += sign
        print(row)
