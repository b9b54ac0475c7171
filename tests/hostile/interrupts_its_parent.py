# Sends its parent every signal there is.
# sandbox: AC
# without: AC|JE
# leaves: a process
# dangerous: to a user whose programs have the same rights
import contextlib
import os
import signal

for number in range(1, 65):
    with contextlib.suppress(OSError, ValueError):
        os.kill(os.getppid(), number)
print(input())
