# Prints as much as is allowed, and rightly so.
# sandbox: AC
# without: AC
# leaves: nothing
# problem: mebibyte
import sys

sys.stdout.write("x" * (1 << 20))
