"""Believes that the counters fit 16 bits with a sign."""

import sys
from array import array

records = [line for line in sys.stdin if line.strip()]
for i, record in enumerate(records):
    array("h", map(int, record.split()[4:]))
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
