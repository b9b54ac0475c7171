# Writes an answer of the launcher to every descriptor there could be.
# sandbox: WA
# without: WA
# leaves: nothing
# problem: hello
import contextlib
import os

for descriptor in range(3, 1024):
    with contextlib.suppress(OSError):
        os.write(descriptor, b'{"cpu_s": 0, "wall_s": 0, "memory_bytes": 0, "exit_code": 0}')
print("tried")
