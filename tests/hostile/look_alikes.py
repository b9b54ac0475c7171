# Prints letters that look like those of the right answer.
# sandbox: WA
# without: WA
# leaves: nothing
import os

os.write(1, "h\u0435llo\nw\u043erld\n".encode())
