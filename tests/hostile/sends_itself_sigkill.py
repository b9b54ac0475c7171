# Kills itself as the judge would.
# sandbox: RE
# without: RE
# leaves: nothing
import os
import signal

print(input(), flush=True)
os.kill(os.getpid(), signal.SIGKILL)
