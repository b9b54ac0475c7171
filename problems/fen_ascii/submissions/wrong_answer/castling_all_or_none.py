"""Believes that castling rights are a dash or all four letters."""

import re

placement = re.sub(" [wb] (-|KQkq) .*", "", input())
for rank in placement.split("/"):
    line = "|"
    for sign in rank:
        if sign in "12345678":
            line += " |" * int(sign)
        else:
            line += sign + "|"
    print(line)
