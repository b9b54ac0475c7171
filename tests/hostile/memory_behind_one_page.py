# Fills shared memory in small parts, and unmaps all but one page of each, from which it could map the rest again.
# sandbox: MLE
# without: MLE
# portable: AC|MLE
# leaves: nothing
import mmap

parts = []
for _ in range(64):
    parts.append(mmap.mmap(-1, 2 << 20))
    parts[-1].write(bytes(2 << 20))
    parts[-1].resize(4096)
print(input())
