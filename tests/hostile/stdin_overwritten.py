# Writes to its own input.
# sandbox: AC
# without: AC
# portable: any
# leaves: nothing
# problem: hello
import contextlib
import os

with contextlib.suppress(OSError):
    os.write(0, b"cheated")
with contextlib.suppress(OSError):
    os.ftruncate(0, 1 << 30)
with contextlib.suppress(OSError):
    open("/proc/self/fd/0", "w").write("cheated")
print(input())
