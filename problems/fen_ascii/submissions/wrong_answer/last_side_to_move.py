"""Believes that the last space before w or b precedes the side to move."""

import re

placement = re.sub("(.*) [wb].*", r"\1", input())
for rank in placement.split("/"):
    line = "|"
    for sign in rank:
        if sign in "12345678":
            line += " |" * int(sign)
        else:
            line += sign + "|"
    print(line)
