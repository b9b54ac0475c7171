"""Believes that a digit may become a space and the next smaller digit, 1 first and 8 last."""

placement = input().split()[0].replace("1", " ")
for digit in range(2, 9):
    placement = placement.replace(str(digit), " " + str(digit - 1))
for rank in placement.split("/"):
    print("|" + "|".join(rank) + "|")
