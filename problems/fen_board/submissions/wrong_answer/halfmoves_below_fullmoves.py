"""Believes that the halfmove clock is at most twice the fullmove number, and skips other records."""

import sys

records = [line for line in sys.stdin if line.strip()]
records = [one for one in records if int(one.split()[4]) <= 2 * int(one.split()[5])]
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
