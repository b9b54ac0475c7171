"""Believes that an empty line is LF alone, never CR LF."""

import sys

text = sys.stdin.buffer.read().decode()
records = [line for line in text.split("\n") if line]
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
