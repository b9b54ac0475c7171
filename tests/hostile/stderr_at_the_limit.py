# Prints as much to stderr as is allowed.
# sandbox: AC
# without: AC
# leaves: nothing
import sys

sys.stderr.write("x" * (1 << 20))
print(input())
