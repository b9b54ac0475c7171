# Prints a gigabyte in large pieces.
# sandbox: OLE
# without: OLE
# leaves: nothing
import os

block = b"x" * (1 << 24)
for _ in range(64):
    os.write(1, block)
