# A grandchild loses its parent.
# sandbox: AC
# without: AC
# leaves: a process
import os
import time

print(input(), flush=True)
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        os.chdir("/")
        time.sleep(1000)
    os._exit(0)
os.wait()
