# Writes each byte on its own.
# sandbox: AC
# without: AC
# leaves: nothing
import os

for byte in (input() + "\n").encode():
    os.write(1, bytes([byte]))
