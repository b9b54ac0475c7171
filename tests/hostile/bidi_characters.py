# Prints characters that turn the direction of writing.
# sandbox: WA
# without: WA
# leaves: nothing
import os

os.write(1, "\u202e\u2066hello\u2069".encode())
