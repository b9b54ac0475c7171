"""Believes that spaces at the ends of a rank need not be printed."""

placement = input().split()[0]
for rank in placement.split("/"):
    squares = ""
    for sign in rank:
        if sign in "12345678":
            squares += " " * int(sign)
        else:
            squares += sign
    print("|" + "|".join(squares.strip()) + "|")
