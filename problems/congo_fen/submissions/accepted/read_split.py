"""Reads all at once and splits it: after the count, every position has three fields."""

import sys

KINDS = ["Pawn", "Superpawn", "Giraffe", "Monkey", "Elephant", "Lion", "Crocodile", "Zebra"]

count, *fields = sys.stdin.read().split()
listings = []
for placement, side in zip(fields[::3], fields[1::3]):
    for digit in "1234567":
        placement = placement.replace(digit, " " * int(digit))
    ranks = placement.split("/")
    squares = {}
    for x in range(7):
        for y in range(7):
            piece = ranks[6 - y][x]
            squares[piece] = squares.get(piece, "") + f" {'abcdefg'[x]}{y + 1}"
    listing = ""
    for kind in KINDS:
        listing += f"white {kind.lower()}:{squares.get(kind[0], '')}\n"
        listing += f"black {kind.lower()}:{squares.get(kind[0].lower(), '')}\n"
    listings.append(f"{listing}side to play: {'white' if side.lower() == 'w' else 'black'}\n")
sys.stdout.write("\n".join(listings))
