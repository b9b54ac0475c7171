"""Cuts at 71 characters and then at the side to move, of which only the blank may be left."""

import sys

record = sys.argv[1] if len(sys.argv) > 1 else sys.stdin.readline().rstrip()
for rank in record[:71].split(" w")[0].split(" b")[0].split("/"):
    squares = ""
    for sign in rank:
        squares += " " * int(sign) if sign in "12345678" else sign
    print(squares.replace("", "|"))
