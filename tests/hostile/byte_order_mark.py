# Prints a byte order mark before the right answer.
# sandbox: WA
# without: WA
# leaves: nothing
import os

os.write(1, "\ufeff".encode() + (input() + "\n").encode())
