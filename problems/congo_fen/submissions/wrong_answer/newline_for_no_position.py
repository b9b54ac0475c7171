"""Prints an empty line when there is no position at all."""

import sys

KINDS = ["pawn", "superpawn", "giraffe", "monkey", "elephant", "lion", "crocodile", "zebra"]

lines = sys.stdin.read().splitlines()
listings = []
for line in lines[1 : int(lines[0]) + 1]:
    placement, side, number = line.split()
    listing = []
    squares = {}
    for row, rank in enumerate(placement.split("/")):
        file = 0
        for sign in rank:
            if sign.isalpha():
                squares.setdefault(sign, []).append("abcdefg"[file] + str(7 - row))
            file += int(sign) if sign.isdigit() else 1
    for kind in KINDS:
        for colour, letter in (("white", kind[0].upper()), ("black", kind[0])):
            listing.append(" ".join([colour + " " + kind + ":", *sorted(squares.get(letter, []))]))
    listing.append("side to play: " + ("white" if side in "wW" else "black"))
    listings.append("\n".join(listing))
print("\n\n".join(listings))
