# Prints without end.
# sandbox: OLE
# without: OLE
# leaves: nothing
while True:
    print("x" * 1000)
