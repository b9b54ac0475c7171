# Kills itself with the signal of the CPU limit, which it did not reach.
# sandbox: RE
# without: RE
# leaves: nothing
import os
import signal

os.kill(os.getpid(), signal.SIGXCPU)
