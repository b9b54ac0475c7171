# Sets the times of a device, which is the machine's own.
# sandbox: WA
# without: WA
# portable: any
# leaves: a time that the next case finds
import contextlib
import os
import time

word = input()
with contextlib.suppress(OSError):
    os.utime("/dev/full")
print(word if time.time() - os.stat("/dev/full").st_mtime < 5 else "first")
