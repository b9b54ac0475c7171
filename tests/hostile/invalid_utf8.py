# Prints bytes that are no UTF-8.
# sandbox: WA
# without: WA
# leaves: nothing
import os

os.write(1, b"\xff\xfe\xc3\x28")
