"""Splits at blanks and cuts off LF alone: the CR of a CR LF gets a square of its own."""

import sys

record = sys.stdin.buffer.readline().decode().rstrip("\n")
for rank in record.split(" ")[0].split("/"):
    for digit in "12345678":
        rank = rank.replace(digit, " " * int(digit))
    print(rank.replace("", "|"))
