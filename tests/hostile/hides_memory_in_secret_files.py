# Fills 96 MiB of memory that no other process can see (memfd_secret), of which it maps little at a time.
# sandbox: RE
# without: RE
# portable: AC|MLE
# leaves: nothing
# problem: roomy
import ctypes
import mmap
import os
import time

SIZE, PART, PAGE = 48 << 20, 4 << 20, 4096
for file in [ctypes.CDLL(None).syscall(447, 0) for _ in range(2)]:
    os.ftruncate(file, SIZE)
    for start in range(0, SIZE, PART):
        with mmap.mmap(file, PART, offset=start) as area:
            for place in range(0, PART, PAGE):
                area[place] = 1
time.sleep(0.2)
print(input())
