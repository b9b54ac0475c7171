# A child leaves the process group and the session.
# sandbox: AC
# without: AC
# leaves: a process
import os
import time

print(input(), flush=True)
if os.fork() == 0:
    os.setsid()
    time.sleep(1000)
