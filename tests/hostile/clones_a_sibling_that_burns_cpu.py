# Lets a process that is no child of its own, but of its parent (CLONE_PARENT), do its work.
# sandbox: AC
# without: AC
# portable: TLE
# problem: once
# leaves: a process
import ctypes
import os
import time

CLONE = {"x86_64": 56, "aarch64": 220}[os.uname().machine]
CLONE_PARENT, SIGCHLD = 0x8000, 17
line = input()
reader, writer = os.pipe()
if ctypes.CDLL(None).syscall(CLONE, CLONE_PARENT | SIGCHLD, 0, 0, 0, 0) == 0:
    while time.process_time() < 1.5:
        pass
    os._exit(0)
os.close(writer)
os.read(reader, 1)
print(line)
