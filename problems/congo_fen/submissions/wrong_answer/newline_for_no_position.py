"""Prints an empty line when there is no position at all."""

import sys

KINDS = ["pawn", "superpawn", "giraffe", "monkey", "elephant", "lion", "crocodile", "zebra"]

positions = []
for _ in range(int(sys.stdin.readline() or 0)):
    line = sys.stdin.readline()
    placement, side, number = line.split()
    squares = {}
    for row, rank in enumerate(placement.split("/")):
        file = 0
        for sign in rank:
            if sign.isdigit():
                file += int(sign)
            else:
                squares.setdefault(sign, []).append("abcdefg"[file] + str(7 - row))
                file += 1
    lines = []
    for kind in KINDS:
        for colour, letter in (("white", kind[0].upper()), ("black", kind[0])):
            lines.append(" ".join([colour + " " + kind + ":", *sorted(squares.get(letter, []))]))
    lines.append("side to play: " + ("white" if side in "wW" else "black"))
    positions.append("\n".join(lines))
print("\n\n".join(positions))
