# A child computes while the main process waits.
# sandbox: TLE
# without: TLE
# leaves: a process
import os

if os.fork() == 0:
    while True:
        pass
os.wait()
