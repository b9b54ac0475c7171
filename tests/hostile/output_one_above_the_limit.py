# Prints one byte more than is allowed.
# sandbox: OLE
# without: OLE
# leaves: nothing
# problem: mebibyte
import sys

sys.stdout.write("x" * ((1 << 20) + 1))
