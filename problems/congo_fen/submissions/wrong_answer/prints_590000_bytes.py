"""Believes that 590,000 bytes have room for the longest answer."""

import sys

KINDS = ["pawn", "superpawn", "giraffe", "monkey", "elephant", "lion", "crocodile", "zebra"]

lines = sys.stdin.read().splitlines()
answer = []
count = int(lines[0])
for i, line in enumerate(lines[1 : count + 1]):
    if i > 0:
        answer.append("\n")
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
        answer.append(" ".join(["white " + kind + ":"] + sorted(squares[letter])) + "\n")
        answer.append(" ".join(["black " + kind + ":"] + sorted(squares[letter.lower()])) + "\n")
    answer.append("side to play: " + ("white" if side in "wW" else "black") + "\n")
print("".join(answer)[:590000], end="")
