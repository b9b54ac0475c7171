# Leaves a note in its user's keyring.
# sandbox: WA
# without: WA
# portable: any
# leaves: anything that the next case finds
import ctypes
import os

ADD_KEY, KEYCTL = (248, 250) if os.uname().machine == "x86_64" else (217, 219)
SEARCH, USER_KEYRING = 10, -4
libc = ctypes.CDLL(None)
word = input()
found = libc.syscall(KEYCTL, SEARCH, USER_KEYRING, b"user", b"hostile", 0) > 0
libc.syscall(ADD_KEY, b"user", b"hostile", b"note", ctypes.c_size_t(4), USER_KEYRING)
print(word if found else "first")
