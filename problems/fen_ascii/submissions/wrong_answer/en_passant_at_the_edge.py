"""Believes that no en passant square is on file a or h."""

import re

placement = re.sub(" [wb] [-KQkq]+ (-|[b-g][36]) .*", "", input())
for rank in placement.split("/"):
    line = "|"
    for sign in rank:
        if sign in "12345678":
            line += " |" * int(sign)
        else:
            line += sign + "|"
    print(line)
