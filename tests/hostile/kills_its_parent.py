# Kills the process that started it.
# sandbox: AC
# without: AC|JE
# leaves: a process
# dangerous: to a user whose programs have the same rights
import contextlib
import os
import signal

with contextlib.suppress(OSError):
    os.kill(os.getppid(), signal.SIGKILL)
print(input())
