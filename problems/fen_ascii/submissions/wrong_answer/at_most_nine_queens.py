"""Believes that a side has at most nine queens, as in a game."""

placement = input().split()[0]
if placement.count("Q") > 9 or placement.count("q") > 9:
    print("no such position")
    raise SystemExit
for rank in placement.split("/"):
    line = "|"
    for sign in rank:
        if sign in "12345678":
            line += " |" * int(sign)
        else:
            line += sign + "|"
    print(line)
