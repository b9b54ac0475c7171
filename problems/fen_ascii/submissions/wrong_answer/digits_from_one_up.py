"""Replaces a digit by a blank and the digit below it, but from 1 up, so the new digits stay."""

placement = input().split()[0].replace("1", " ")
for digit in range(2, 9):
    placement = placement.replace(str(digit), " " + str(digit - 1))
for rank in placement.split("/"):
    print(rank.replace("", "|"))
