# Takes a descriptor out of its parent (pidfd_getfd).
# sandbox: WA
# without: WA
# portable: any
# leaves: nothing
import ctypes
import os

PIDFD_GETFD = 438
word = input()
parent = os.pidfd_open(os.getppid())
taken = [number for number in range(64) if ctypes.CDLL(None).syscall(PIDFD_GETFD, parent, number, 0) >= 0]
print(word if taken else "refused")
