# Prints NUL bytes around the right answer.
# sandbox: WA
# without: WA
# leaves: nothing
import os

os.write(1, b"\0hello\0")
