"""Believes that both counters fit 16 bits, and that they have to be read."""

from array import array

placement, *fields = input().split()
counters = array("h", map(int, fields[3:]))
for rank in placement.split("/"):
    line = "|"
    for sign in rank:
        if sign in "12345678":
            line += " |" * int(sign)
        else:
            line += sign + "|"
    print(line)
