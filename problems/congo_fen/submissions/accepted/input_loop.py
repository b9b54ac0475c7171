"""Reads with input(), one line for each position."""

KINDS = ["pawn", "superpawn", "giraffe", "monkey", "elephant", "lion", "crocodile", "zebra"]

n = int(input())
for i in range(n):
    placement, side, move = input().split()
    found = {}
    rank = 7
    for row in placement.split("/"):
        file = 0
        for c in row:
            if c.isdigit():
                file += int(c)
            else:
                found.setdefault(c, []).append("abcdefg"[file] + str(rank))
                file += 1
        rank -= 1
    if i > 0:
        print()
    for kind in KINDS:
        print(" ".join(["white " + kind + ":", *sorted(found.get(kind[0].upper(), []))]))
        print(" ".join(["black " + kind + ":", *sorted(found.get(kind[0], []))]))
    print("side to play:", "white" if side in "wW" else "black")
