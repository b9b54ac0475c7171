# Prints to stderr without end.
# sandbox: OLE
# without: OLE
# leaves: nothing
import sys

while True:
    sys.stderr.write("x" * 1000)
