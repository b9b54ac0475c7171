# Prints the right answer in UTF-16.
# sandbox: WA
# without: WA
# leaves: nothing
import os

os.write(1, (input() + "\n").encode("utf-16"))
