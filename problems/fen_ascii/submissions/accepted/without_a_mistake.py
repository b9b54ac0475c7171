"""What most of the wrong Python programs are, without their mistakes."""

import sys

record = sys.argv[1] if len(sys.argv) > 1 else sys.stdin.read()
for rank in record.split()[0].split("/"):
    squares = ""
    for sign in rank:
        squares += " " * int(sign) if sign in "12345678" else sign
    print(squares.replace("", "|"))
