# Prints the right answer over a wrong one.
# sandbox: WA
# without: WA
# leaves: nothing
import os

os.write(1, b"x\x08" + (input() + "\n").encode())
