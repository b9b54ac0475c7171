# Makes a namespace by clone3, whose flags lie in memory, where no filter sees them.
# sandbox: WA
# without: AC
# off: WA
# leaves: nothing
import ctypes
import errno
import os
import struct

CLONE3, CLONE_NEWUSER = 435, 0x10000000
libc = ctypes.CDLL(None, use_errno=True)
word = input()
result = libc.syscall(CLONE3, struct.pack("11Q", CLONE_NEWUSER, *[0] * 10), 88)
if result == 0:
    os._exit(0)
print("refused" if ctypes.get_errno() == errno.ENOSYS else word)
