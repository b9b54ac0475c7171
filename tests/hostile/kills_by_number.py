# Kills every process whose number it can think of.
# sandbox: AC
# without: AC|JE
# leaves: a process
# dangerous: to a user whose programs have the same rights
import contextlib
import os
import signal

for pid in range(1, 5000):
    if pid != os.getpid():
        with contextlib.suppress(OSError):
            os.kill(pid, signal.SIGKILL)
print(input())
