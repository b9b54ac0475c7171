"""Believes that every line has a line ending, even the last one."""

import sys

KINDS = ["pawn", "superpawn", "giraffe", "monkey", "elephant", "lion", "crocodile", "zebra"]

lines = sys.stdin.read().split("\n")[:-1]
count = int(lines[0])
for i, line in enumerate(lines[1 : count + 1]):
    if i > 0:
        print()
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
