# Each process forks the next one and ends: a process that is found is gone already.
# sandbox: AC
# without: AC|TLE
# leaves: a process
import os

print(input(), flush=True)
if os.fork() == 0:
    while True:
        if os.fork():
            os._exit(0)
