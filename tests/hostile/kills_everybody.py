# Kills all processes that it may kill.
# sandbox: AC
# without: AC|JE
# leaves: a process
# dangerous: to a user whose programs have the same rights
import contextlib
import os
import signal

with contextlib.suppress(OSError):
    os.kill(-1, signal.SIGKILL)
print(input())
