"""Believes that castling rights are KQkq or none at all, and skips other records."""

import re
import sys

records = [line for line in sys.stdin if re.search(" [wb] (KQkq|-) ", line)]
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
