"""Believes that a run of empty squares is followed by one more pipe."""

placement = input().split()[0]
for rank in placement.split("/"):
    line = "|"
    for sign in rank:
        if sign in "12345678":
            line += " |" * int(sign) + "|"
        else:
            line += sign + "|"
    print(line)
