"""Believes that at most one empty line follows the last record."""

import sys

records = sys.stdin.read().replace("\n\n", "\n").splitlines()
for i, record in enumerate(records):
    if i > 0:
        print()
    for rank in record.split(" ")[0].split("/"):
        row = ""
        for sign in rank:
            if sign.isdigit():
                row += "." * int(sign)
            else:
                row += sign
        print(row)
