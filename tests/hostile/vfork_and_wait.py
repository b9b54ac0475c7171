# Waits for a stopped child.
# sandbox: TLE
# without: TLE
# leaves: a process
import os
import signal

child = os.fork()
if child == 0:
    os.kill(os.getpid(), signal.SIGSTOP)
os.waitpid(child, 0)
