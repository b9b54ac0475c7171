# A stopped child stays behind.
# sandbox: AC
# without: AC
# leaves: a process
import os
import signal

print(input(), flush=True)
if os.fork() == 0:
    os.kill(os.getpid(), signal.SIGSTOP)
