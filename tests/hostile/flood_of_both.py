# Prints to stdout and stderr without end.
# sandbox: OLE
# without: OLE
# leaves: nothing
import os

while True:
    os.write(1, b"x" * 5000)
    os.write(2, b"x" * 5000)
