"""Never reads stdin."""

import sys

record = sys.argv[1] if len(sys.argv) > 1 else ""
if not record.strip():
    sys.exit()
for rank in record.split("/"):
    squares = ""
    for sign in rank:
        squares += " " * int(sign) if sign in "12345678" else sign
    print(squares.replace("", "|"))
