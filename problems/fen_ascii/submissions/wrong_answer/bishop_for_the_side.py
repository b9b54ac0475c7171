"""Believes that "b " can only be Black to move, and not a bishop at the end of the board."""

placement = input().split(" w ")[0].split("b ")[0].strip()
for rank in placement.split("/"):
    line = "|"
    for sign in rank:
        if sign in "12345678":
            line += " |" * int(sign)
        else:
            line += sign + "|"
    print(line)
