# Reads all files that any process has open.
# sandbox: WA
# without: any
# leaves: nothing
import contextlib
import glob
import os

found = b""
for link in glob.glob("/proc/[0-9]*/fd/*"):
    with contextlib.suppress(OSError):
        if not link.startswith(("/proc/%d/" % os.getpid(), "/proc/self/")) and os.path.isfile(link):
            found += open(link, "rb").read(100000)
word = input()
print(word if word.encode() in found else "nothing found")
