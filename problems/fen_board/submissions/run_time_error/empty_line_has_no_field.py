"""Takes the first field of every line, an empty one as well."""

import sys

for i, line in enumerate(sys.stdin):
    if i > 0:
        print()
    for rank in line.split()[0].split("/"):
        row = ""
        for sign in rank:
            if sign.isdigit():
                row += "." * int(sign)
            else:
                row += sign
        print(row)
