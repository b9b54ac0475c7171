# A daemon ignores all signals and closes all files.
# sandbox: AC
# without: AC
# leaves: a process
import os
import signal
import time

print(input(), flush=True)
if os.fork() == 0:
    os.setsid()
    for number in range(1, 32):
        if number not in (signal.SIGKILL, signal.SIGSTOP):
            signal.signal(number, signal.SIG_IGN)
    os.closerange(0, 64)
    time.sleep(1000)
