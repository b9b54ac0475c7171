# Stops the process that started it.
# sandbox: AC
# without: AC|JE
# leaves: a process
# user_off: JE
# portable: dangerous
import contextlib
import os
import signal

with contextlib.suppress(OSError):
    os.kill(os.getppid(), signal.SIGSTOP)
print(input())
