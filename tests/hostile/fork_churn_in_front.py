# The same while the main process waits.
# sandbox: TLE
# without: TLE
# leaves: a process
# problem: bomb
import os
import time

if os.fork() == 0:
    os.setsid()
    while True:
        if os.fork():
            os._exit(0)
time.sleep(1000)
