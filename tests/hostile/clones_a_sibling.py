# Makes a process that is no child of its own, but of its parent (CLONE_PARENT), and lets it go on.
# sandbox: AC
# without: AC
# leaves: a process
import ctypes
import os
import time

CLONE = {"x86_64": 56, "aarch64": 220}[os.uname().machine]
CLONE_PARENT, SIGCHLD = 0x8000, 17
line = input()
if ctypes.CDLL(None).syscall(CLONE, CLONE_PARENT | SIGCHLD, 0, 0, 0, 0) == 0:
    os.setsid()
    time.sleep(1000)
print(line)
