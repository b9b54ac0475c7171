# Prints the right answer over a wrong one on the same line.
# sandbox: WA
# without: WA
# leaves: nothing
import os

os.write(1, b"wrong\r" + (input() + "\n").encode())
