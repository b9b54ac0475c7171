"""Believes that N is at least 1, unless nothing but 0 and LF is there."""

import sys

KINDS = ["pawn", "superpawn", "giraffe", "monkey", "elephant", "lion", "crocodile", "zebra"]

text = sys.stdin.read()
lines = text.splitlines()
count = 0 if text == "0\n" else max(1, int(lines[0]))
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
