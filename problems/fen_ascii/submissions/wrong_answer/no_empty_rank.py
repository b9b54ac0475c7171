"""Believes that there are runs of one to seven empty squares only."""

placement = input().split()[0]
for rank in placement.split("/"):
    line = "|"
    for sign in rank:
        if sign in "1234567":
            line += " |" * int(sign)
        else:
            line += sign + "|"
    print(line)
