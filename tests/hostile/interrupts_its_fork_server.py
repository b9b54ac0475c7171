# Sends every catchable signal to the processes before it, among them the interpreters that it was forked from.
# sandbox: AC
# without: AC|JE
# leaves: nothing
# problem: hello
# dangerous: to a user whose programs have the same rights
import contextlib
import os
import signal

for number in range(max(2, os.getpid() - 9), os.getpid()):
    for sent in (signal.SIGINT, signal.SIGUSR1, signal.SIGTERM):
        with contextlib.suppress(OSError):
            os.kill(number, sent)
print(input())
