"""A pipe, then each square with a pipe behind it: the plain way."""

placement = input().split()[0]
for rank in placement.split("/"):
    line = "|"
    for sign in rank:
        if sign in "12345678":
            line += " |" * int(sign)
        else:
            line += sign + "|"
    print(line)
