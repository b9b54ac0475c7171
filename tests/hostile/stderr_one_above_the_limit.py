# Prints one byte more to stderr than is allowed.
# sandbox: OLE
# without: OLE
# leaves: nothing
import sys

sys.stderr.write("x" * ((1 << 20) + 1))
print(input())
