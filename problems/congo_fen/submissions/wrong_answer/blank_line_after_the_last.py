"""Believes that an empty line follows every position, even the last one."""

import sys

KINDS = ["pawn", "superpawn", "giraffe", "monkey", "elephant", "lion", "crocodile", "zebra"]

lines = sys.stdin.read().splitlines()
count = int(lines[0])
for line in lines[1 : count + 1]:
    placement, side, number = line.split()
    squares = {letter: [] for letter in "PpSsGgMmEeLlCcZz"}
    for row, rank in enumerate(placement.split("/")):
        file = 0
        for sign in rank:
            if sign.isdigit():
                file += int(sign)
            else:
                squares[sign].append("abcdefg"[file] + str(7 - row))
                file += 1
    for kind, letter in zip(KINDS, "PSGMELCZ"):
        print(" ".join(["white " + kind + ":"] + sorted(squares[letter])))
        print(" ".join(["black " + kind + ":"] + sorted(squares[letter.lower()])))
    print("side to play:", "white" if side in "wW" else "black")
    print()
