# Prints one line of 100 MB.
# sandbox: OLE
# without: OLE
# leaves: nothing
# problem: ten_megabytes
import os

for _ in range(100):
    os.write(1, b"x" * 1_000_000)
