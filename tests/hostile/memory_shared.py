# Memory shared without a file, mapped and written to.
# sandbox: MLE
# without: MLE
# portable: AC|MLE
# leaves: nothing
import mmap
import time

area = mmap.mmap(-1, 1 << 27, flags=mmap.MAP_SHARED)
area.write(bytes(1 << 27))
time.sleep(0.2)
print(input())
