"""Believes that 4,096 bytes end where a record ends."""

import sys

records = []
for chunk in iter(lambda: sys.stdin.read(4096), ""):
    records += [line for line in chunk.split("\n") if line.strip()]
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
