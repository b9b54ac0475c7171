"""Believes that every line is a record, even an empty one after the last."""

import sys

records = list(sys.stdin)
for i, record in enumerate(records):
    if i > 0:
        print()
    for rank in record.rstrip("\n").split(" ")[0].split("/"):
        row = ""
        for sign in rank:
            if sign.isdigit():
                row += "." * int(sign)
            else:
                row += sign
        print(row)
