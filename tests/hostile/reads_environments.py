# Reads the environments of all processes.
# sandbox: WA
# without: any
# leaves: nothing
import contextlib
import glob
import os

found = b""
for path in glob.glob("/proc/[0-9]*/environ"):
    if path != "/proc/%d/environ" % os.getpid():
        with contextlib.suppress(OSError):
            found += open(path, "rb").read()
print(input() if b"PATH=" in found else "nothing found")
