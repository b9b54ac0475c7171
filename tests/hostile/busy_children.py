# Computes in one child after another; the kernel reaps them without adding up their time.
# sandbox: TLE
# without: TLE
# leaves: nothing
import os
import signal
import time

signal.signal(signal.SIGCHLD, signal.SIG_IGN)
word = input()
for _ in range(20):
    if os.fork() == 0:
        until = time.process_time() + 0.4
        while time.process_time() < until:
            pass
        os._exit(0)
    try:
        os.wait()
    except ChildProcessError:
        pass
print(word)
