"""Believes that there is time to list all positions again for each of them."""

import sys

KINDS = ["pawn", "superpawn", "giraffe", "monkey", "elephant", "lion", "crocodile", "zebra"]


def listing(position):
    placement, side, _ = position.split()
    squares = {letter: [] for letter in "PpSsGgMmEeLlCcZz"}
    for row, rank in enumerate(placement.split("/")):
        file = 0
        for sign in rank:
            if sign.isdigit():
                file += int(sign)
            else:
                squares[sign].append("abcdefg"[file] + str(7 - row))
                file += 1
    text = ""
    for kind, letter in zip(KINDS, "PSGMELCZ"):
        text += " ".join(["white " + kind + ":"] + sorted(squares[letter])) + "\n"
        text += " ".join(["black " + kind + ":"] + sorted(squares[letter.lower()])) + "\n"
    return text + "side to play: " + ("white" if side in "wW" else "black") + "\n"


lines = sys.stdin.read().splitlines()
count = int(lines[0])
for i in range(count):
    if i > 0:
        print()
    print([listing(line) for line in lines[1 : count + 1]][i], end="")
