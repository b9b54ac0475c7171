"""Reads 64 KiB at a time and forgets that a position may go on in the next part."""

import sys

KINDS = ["pawn", "superpawn", "giraffe", "monkey", "elephant", "lion", "crocodile", "zebra"]

count = int(sys.stdin.readline())
records = []
while True:
    part = sys.stdin.read(65536)
    if not part:
        break
    records += [line for line in part.splitlines() if len(line.split()) == 3]
for i, line in enumerate(records[:count]):
    placement, side, number = line.split()
    if i > 0:
        print()
    squares = {}
    for row, rank in enumerate(placement.split("/")):
        file = 0
        for sign in rank:
            if sign.isalpha():
                squares.setdefault(sign, []).append("abcdefg"[file] + str(7 - row))
            file += int(sign) if sign.isdigit() else 1
    for kind in KINDS:
        for colour, letter in (("white", kind[0].upper()), ("black", kind[0])):
            print(" ".join([colour + " " + kind + ":", *sorted(squares.get(letter, []))]))
    print("side to play:", "white" if side in "wW" else "black")
