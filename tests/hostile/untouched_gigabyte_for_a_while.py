# A gigabyte of shared memory that is never written to, for as long as it takes the judge to look at it.
# sandbox: AC
# without: AC
# leaves: nothing
import mmap
import time

area = mmap.mmap(-1, 1 << 30)
time.sleep(0.2)
print(input())
