"""Cuts off the last character, which is a newline as a rule."""

import sys

placement = sys.stdin.read()[:-1].split()[0]
for rank in placement.split("/"):
    for digit in "12345678":
        rank = rank.replace(digit, " " * int(digit))
    print(rank.replace("", "|"))
