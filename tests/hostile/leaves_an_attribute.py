# Leaves notes in extended attributes and times of its folders.
# sandbox: WA
# without: WA
# leaves: anything that the next case finds
import contextlib
import os

word = input()
found = False
for folder in (".", "..", os.path.dirname(os.path.abspath(__file__)), os.path.abspath(__file__)):
    with contextlib.suppress(OSError):
        found = found or "user.hostile" in os.listxattr(folder)
    with contextlib.suppress(OSError):
        os.setxattr(folder, "user.hostile", b"note")
found = found or os.stat(".").st_mtime == 47113
with contextlib.suppress(OSError):
    os.utime(".", (47113, 47113))
print(word if found else "first")
