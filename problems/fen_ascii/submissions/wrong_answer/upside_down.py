"""Believes that the first rank of a record is the lowest one."""

placement = input().split()[0]
for rank in placement.split("/")[::-1]:
    line = "|"
    for sign in rank:
        if sign in "12345678":
            line += " |" * int(sign)
        else:
            line += sign + "|"
    print(line)
