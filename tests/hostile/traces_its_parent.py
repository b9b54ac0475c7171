# Becomes the debugger of the process that started it.
# sandbox: WA
# without: any
# leaves: nothing
import ctypes
import os

PTRACE_ATTACH, PTRACE_DETACH = 16, 17
libc = ctypes.CDLL(None)
if libc.ptrace(PTRACE_ATTACH, os.getppid(), 0, 0) == 0:
    os.waitpid(os.getppid(), 0)
    libc.ptrace(PTRACE_DETACH, os.getppid(), 0, 0)
    print(input())
else:
    print("not allowed")
