"""Never looks at the arguments."""

import sys

record = sys.stdin.read()
if not record.strip():
    sys.exit()
for rank in record.split()[0].split("/"):
    squares = ""
    for sign in rank:
        squares += " " * int(sign) if sign in "12345678" else sign
    print(squares.replace("", "|"))
