# Asks for notices of what others do with the machine's files: which programs they start, for one.
# sandbox: WA
# without: WA
# portable: any
# leaves: nothing
import contextlib
import ctypes
import fcntl
import os

DN_ACCESS = 1
libc = ctypes.CDLL(None)
word = input()
watched = [libc.inotify_init1(0) >= 0, libc.fanotify_init(0x200, 0) >= 0]
with contextlib.suppress(OSError):
    fcntl.fcntl(os.open("/usr/bin", os.O_RDONLY), fcntl.F_NOTIFY, DN_ACCESS)
    watched.append(True)
print(word if any(watched) else "none")
