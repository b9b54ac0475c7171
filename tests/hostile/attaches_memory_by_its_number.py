# Attaches System V memory that somebody else has made, by its number.
# sandbox: WA
# without: WA
# portable: any
# leaves: nothing
import ctypes
import errno

libc = ctypes.CDLL(None, use_errno=True)
libc.shmat(0, None, 0)
# EINVAL: there is none with this number.
print(input() if ctypes.get_errno() == errno.EINVAL else "refused")
