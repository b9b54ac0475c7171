# Prints too much and then sleeps: the verdict does not wait for the end.
# sandbox: OLE
# without: OLE
# leaves: nothing
import os
import time

os.write(1, b"x" * ((1 << 20) + 1))
time.sleep(1000)
