"""Reads all at once and splits it: after the count, every position has three fields."""

import sys

KINDS = ["Pawn", "Superpawn", "Giraffe", "Monkey", "Elephant", "Lion", "Crocodile", "Zebra"]

count, *fields = sys.stdin.read().split()
listings = []
for placement, side in zip(fields[::3], fields[1::3]):
    for digit in "1234567":
        placement = placement.replace(digit, " " * int(digit))
    ranks = placement.split("/")
    lines = []
    for kind in KINDS:
        for colour, piece in [("white", kind[0]), ("black", kind[0].lower())]:
            line = f"{colour} {kind.lower()}:"
            for x in range(7):
                for y in range(7):
                    if ranks[6 - y][x] == piece:
                        line += f" {'abcdefg'[x]}{y + 1}"
            lines.append(line + "\n")
    lines.append(f"side to play: {'white' if side.lower() == 'w' else 'black'}\n")
    listings.append("".join(lines))
sys.stdout.write("\n".join(listings))
