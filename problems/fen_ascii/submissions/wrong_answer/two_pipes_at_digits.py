"""Believes that a run of empty squares has one more pipe behind it."""

placement = input().split()[0]
for rank in placement.split("/"):
    line = "|"
    for sign in rank:
        if sign in "12345678":
            line += " |" * int(sign) + "|"
        else:
            line += sign + "|"
    print(line)
