"""Adds every position to one answer, which is copied each time: quadratic."""

import sys

NAMES = ["pawn", "superpawn", "giraffe", "monkey", "elephant", "lion", "crocodile", "zebra"]
LETTERS = "psgmelcz"


def squares(placement, piece):
    found = []
    for rank, line in zip("7654321", placement.split("/")):
        file = 0
        for sign in line:
            if sign == piece:
                found.append(" " + "abcdefg"[file] + rank)
            file += int(sign) if sign.isdigit() else 1
    return "".join(sorted(found))


answer = []
for _ in range(int(sys.stdin.readline() or 0)):
    placement, side, _ = sys.stdin.readline().split()
    lines = []
    for name, letter in zip(NAMES, LETTERS):
        lines.append("white " + name + ":" + squares(placement, letter.upper()))
        lines.append("black " + name + ":" + squares(placement, letter))
    lines.append("side to play: " + ("white" if side in "wW" else "black"))
    answer = answer + ([""] if answer else []) + lines
if answer:
    print("\n".join(answer))
