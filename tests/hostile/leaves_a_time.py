# Sets the time of folders above its own, which stay when it has ended.
# sandbox: WA
# without: WA
# portable: any
# leaves: a time that the next case finds
import contextlib
import os

TIME = 47113
ABOVE = ("../..", "../../..")
word = input()
print(word if TIME in [int(os.stat(folder).st_mtime) for folder in ABOVE] else "first")
for folder in ABOVE:
    with contextlib.suppress(OSError):
        os.utime(folder, (TIME, TIME))
