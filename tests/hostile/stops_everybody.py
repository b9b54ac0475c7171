# Stops all processes that it may stop.
# sandbox: AC
# without: AC|JE
# leaves: a process
# dangerous: to a user whose programs have the same rights
import contextlib
import os
import signal

with contextlib.suppress(OSError):
    os.kill(-1, signal.SIGSTOP)
print(input())
