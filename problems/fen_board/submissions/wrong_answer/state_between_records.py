"""Never empties the row: a record goes on where the one before ended."""

import sys

row = ""
for i, line in enumerate(filter(str.strip, sys.stdin)):
    if i > 0:
        print()
    for sign in line.split()[0]:
        if sign == "/":
            print(row)
            row = ""
        elif sign.isdigit():
            row += "." * int(sign)
        else:
            row += sign
    print(row)
