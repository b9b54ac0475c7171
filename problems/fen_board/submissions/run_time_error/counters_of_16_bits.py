"""Keeps the counters in an array of 16-bit integers, though it never needs them."""

import sys
from array import array

counters = array("h")
for i, line in enumerate(filter(str.strip, sys.stdin)):
    placement, _, _, _, halfmoves, fullmoves = line.split()
    counters.extend([int(halfmoves), int(fullmoves)])
    if i > 0:
        print()
    for digit in "12345678":
        placement = placement.replace(digit, "." * int(digit))
    print(placement.replace("/", "\n"))
