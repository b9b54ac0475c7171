"""Replaces line ends block by block: a CR and a LF in two blocks become two line ends."""

import sys

text = ""
for block in iter(lambda: sys.stdin.buffer.read(4096), b""):
    text += block.decode().replace("\r\n", "\n").replace("\r", "\n")
for i, line in enumerate(text.rstrip().split("\n")):
    if i > 0:
        print()
    for rank in line.split()[0].split("/"):
        row = ""
        for sign in rank:
            row += "." * int(sign) if sign.isdigit() else sign
        print(row)
