# Takes back that the kernel kills it when its parent ends, then sleeps.
# sandbox: TLE
# without: TLE
# leaves: a process
import ctypes
import os
import time

PR_SET_PDEATHSIG = 1
ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, 0, 0, 0, 0)
if os.fork() == 0:
    os.setsid()
time.sleep(1000)
