"""Draws every line of stdin, empty ones as well."""

import sys

for line in sys.stdin:
    for rank in line.strip().split(" ")[0].split("/"):
        for digit in "12345678":
            rank = rank.replace(digit, " " * int(digit))
        print(rank.replace("", "|"))
