"""Takes the record from the command line and never reads stdin."""

import sys

for rank in sys.argv[1].split(" ")[0].split("/"):
    for digit in "12345678":
        rank = rank.replace(digit, " " * int(digit))
    print(rank.replace("", "|"))
