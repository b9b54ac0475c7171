# A child prints without end while the main process waits.
# sandbox: OLE
# without: OLE
# leaves: a process
import os

if os.fork() == 0:
    while True:
        os.write(1, b"x" * 5000)
os.wait()
