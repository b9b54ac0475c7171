# Makes itself root of a namespace of its own.
# sandbox: WA
# without: WA
# portable: any
# leaves: nothing
import ctypes
import os

NEWUSER, NEWNS, NEWNET = 0x10000000, 0x20000, 0x40000000
CLONE, CLONE3 = (56 if os.uname().machine == "x86_64" else 220), 435
libc = ctypes.CDLL(None)
word = input()
made = [libc.unshare(flag) == 0 for flag in (NEWUSER, NEWNS, NEWNET)]
pid = libc.syscall(CLONE, NEWUSER | 17, None, None, None, None)
if pid == 0:
    os._exit(0)
arguments = (ctypes.c_uint64 * 8)(NEWUSER, 0, 0, 0, 17, 0, 0, 0)
other = libc.syscall(CLONE3, arguments, ctypes.c_size_t(64))
if other == 0:
    os._exit(0)
print(word if any(made) or pid > 0 or other > 0 else "none")
