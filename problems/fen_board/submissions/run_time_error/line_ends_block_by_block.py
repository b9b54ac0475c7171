"""Believes that CR and LF always come in the same block of 4,096 bytes."""

import sys

text = ""
for block in iter(lambda: sys.stdin.buffer.read(4096), b""):
    text += block.decode().replace("\r\n", "\n").replace("\r", "\n")
records = text.rstrip().split("\n")
for i, record in enumerate(records):
    if i > 0:
        print()
    for rank in record.split()[0].split("/"):
        row = ""
        for sign in rank:
            if sign.isdigit():
                row += "." * int(sign)
            else:
                row += sign
        print(row)
