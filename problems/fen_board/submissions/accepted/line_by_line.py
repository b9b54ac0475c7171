"""Goes through the lines of stdin; an empty one is past the last record."""

import sys

TABLE = str.maketrans({"/": "\n", **{str(n): n * "." for n in range(1, 9)}})

separator = ""
for line in sys.stdin:
    fields = line.split(" ")
    if len(fields) < 6:
        break
    print(separator + fields[0].translate(TABLE))
    separator = "\n"
