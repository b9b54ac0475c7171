"""Believes that every line of the input is drawn, even an empty one."""

import sys

for record in sys.stdin:
    for rank in record.strip().split(" ")[0].split("/"):
        line = "|"
        for sign in rank:
            if sign in "12345678":
                line += " |" * int(sign)
            else:
                line += sign + "|"
        print(line)
