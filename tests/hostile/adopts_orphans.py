# Becomes a subreaper, so that orphans of its own do not become its parent's children while it lives.
# sandbox: AC
# without: AC
# leaves: a process
import ctypes
import os
import time

PR_SET_CHILD_SUBREAPER = 36
ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
if os.fork() == 0:
    if os.fork() == 0:
        os.setsid()
        time.sleep(1000)
    os._exit(0)
os.waitpid(-1, 0)
print(input())
