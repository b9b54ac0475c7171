# Drops the pages of shared memory from its page table whenever it has filled some: they stay, and nothing maps them.
# sandbox: MLE
# without: MLE
# portable: AC|MLE
# leaves: nothing
import mmap
import time

SIZE, PART = 128 << 20, 8 << 20
area = mmap.mmap(-1, SIZE)
for start in range(0, SIZE, PART):
    area[start : start + PART] = bytes(PART)
    area.madvise(mmap.MADV_DONTNEED, start, PART)
time.sleep(0.2)
print(input())
