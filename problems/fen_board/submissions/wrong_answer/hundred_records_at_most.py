"""Believes that there are at most a hundred records."""

import sys

records = [line for line in sys.stdin if line.strip()]
for i, record in enumerate(records[:100]):
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
