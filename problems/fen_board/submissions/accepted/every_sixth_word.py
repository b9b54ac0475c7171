"""Splits the whole input into words: every sixth one is a placement."""

import sys

words = sys.stdin.read().split()
answer = []
for placement in words[::6]:
    for digit in "12345678":
        placement = placement.replace(digit, "." * int(digit))
    answer.append(placement.replace("/", "\n"))
print("\n\n".join(answer))
