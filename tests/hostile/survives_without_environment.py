# A daemon in a session of its own that cannot be known by its environment.
# sandbox: AC
# without: AC
# leaves: a daemon
import os
import sys

word = input()
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        for descriptor in range(3):
            os.close(descriptor)
        os.execve(sys.executable, ["hostile_survivor", "-c", "import time; time.sleep(1000)"], {})
    os._exit(0)
print(word)
