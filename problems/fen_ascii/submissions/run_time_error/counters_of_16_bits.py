"""Keeps the counters in an array of 16-bit integers, though it never needs them."""

from array import array

placement, *fields = input().split()
counters = array("h", map(int, fields[3:]))
for rank in placement.split("/"):
    for digit in "12345678":
        rank = rank.replace(digit, " " * int(digit))
    print(rank.replace("", "|"))
