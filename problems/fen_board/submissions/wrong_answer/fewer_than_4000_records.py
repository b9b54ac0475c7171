"""Believes that there are fewer than 4,000 records."""

import sys

records = [line for line in sys.stdin if line.strip()]
for i, record in enumerate(records[:3999]):
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
