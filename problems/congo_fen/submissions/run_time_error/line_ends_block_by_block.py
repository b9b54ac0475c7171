"""Replaces line ends block by block: a CR and a LF in two blocks become two line ends."""

import sys

KINDS = ["pawn", "superpawn", "giraffe", "monkey", "elephant", "lion", "crocodile", "zebra"]

text = ""
for block in iter(lambda: sys.stdin.buffer.read(4096), b""):
    text += block.decode().replace("\r\n", "\n").replace("\r", "\n")
lines = text.splitlines()
for i, line in enumerate(lines[1 : int(lines[0]) + 1]):
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
