# A daemon computes while the main process sleeps.
# sandbox: TLE
# without: TLE
# leaves: a process
import os
import time

if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        while True:
            pass
    os._exit(0)
time.sleep(1000)
