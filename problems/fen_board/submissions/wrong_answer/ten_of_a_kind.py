"""Believes that a board has at most ten pieces of a kind."""

import sys

records = [line for line in sys.stdin if line.strip()]
for i, record in enumerate(records):
    if i > 0:
        print()
    pieces = dict.fromkeys("PNBRQKpnbrqk", 10)
    for rank in record.split()[0].split("/"):
        row = ""
        for sign in rank:
            if sign.isdigit():
                row += "." * int(sign)
            else:
                pieces[sign] -= 1
                row += sign if pieces[sign] >= 0 else "."
        print(row)
