# Kills its process group, itself included.
# sandbox: RE
# without: RE
# leaves: nothing
import os
import signal

print(input(), flush=True)
os.killpg(0, signal.SIGKILL)
