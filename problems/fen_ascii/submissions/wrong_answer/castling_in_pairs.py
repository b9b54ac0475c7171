"""Believes that each side has both castling rights or none."""

import re

placement = re.sub(" [wb] (-|(KQ)?(kq)?) .*", "", input())
for rank in placement.split("/"):
    line = "|"
    for sign in rank:
        if sign in "12345678":
            line += " |" * int(sign)
        else:
            line += sign + "|"
    print(line)
