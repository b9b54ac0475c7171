# Makes a system call of x86-64's second interface, whose numbers have bit 30 set.
# sandbox: RE
# without: RE
# portable: any
# leaves: nothing
import ctypes
import os

X32_GETPID = 0x40000000 + 39
if os.uname().machine != "x86_64":
    os.abort()
ctypes.CDLL(None).syscall(X32_GETPID)
print(input())
