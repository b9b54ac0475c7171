"""Splits all of stdin into words: the first one is the placement."""

import sys

TABLE = str.maketrans({str(n): n * " " for n in range(1, 9)})

placement = sys.stdin.read().split()[0]
for rank in placement.translate(TABLE).split("/"):
    print("|" + "|".join(rank) + "|")
