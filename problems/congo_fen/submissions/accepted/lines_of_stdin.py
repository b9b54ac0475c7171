"""Goes through the lines of stdin, and past the empty ones at the end."""

import sys

PIECES = {
    "P": "pawn",
    "S": "superpawn",
    "G": "giraffe",
    "M": "monkey",
    "E": "elephant",
    "L": "lion",
    "C": "crocodile",
    "Z": "zebra",
}

next(sys.stdin)  # the number of positions
first = True
for line in sys.stdin:
    if not line.strip():
        continue
    if not first:
        print()
    first = False
    placement, side, _ = line.split()
    squares = {}
    for i, rank in enumerate(placement.split("/")):
        x = 0
        for c in rank:
            if c in PIECES or c.upper() in PIECES:
                squares.setdefault(c, []).append("%s%d" % (chr(ord("a") + x), 7 - i))
                x += 1
            else:
                x += int(c)
    for letter, name in PIECES.items():
        print("white " + name + ":", *sorted(squares.get(letter, [])))
        print("black " + name + ":", *sorted(squares.get(letter.lower(), [])))
    print("side to play: " + ("white" if side.upper() == "W" else "black"))
