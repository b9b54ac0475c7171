"""The plain way: look at every character, square by square."""

import sys

first = True
for record in sys.stdin:
    fields = record.split()  # str.split takes a no-break space for a blank, too
    if len(fields) == 0:
        continue
    if not first:
        print()
    first = False
    row = ""
    for character in fields[0]:
        if character == "/":
            print(row)
            row = ""
        elif character in "12345678":
            row += "." * int(character)
        else:
            row += character
    print(row)
