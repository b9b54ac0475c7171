"""Reads 64 bytes and takes them for the whole placement."""

import os

placement = os.read(0, 64).decode().split()[0]
for rank in placement.split("/"):
    for digit in "12345678":
        rank = rank.replace(digit, " " * int(digit))
    print(rank.replace("", "|"))
