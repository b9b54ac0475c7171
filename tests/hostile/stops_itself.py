# Stops itself: it neither computes nor ends.
# sandbox: TLE
# without: TLE
# leaves: a process
import os
import signal

os.kill(os.getpid(), signal.SIGSTOP)
