"""Believes that the first 71 characters end where the board ends or at a whole side to move."""

placement = input()[:71].split(" w")[0].split(" b")[0]
for rank in placement.split("/"):
    line = "|"
    for sign in rank:
        if sign in "12345678":
            line += " |" * int(sign)
        else:
            line += sign + "|"
    print(line)
