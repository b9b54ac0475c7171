# Maps shared memory page by page, without an end, and lets go of each page at once.
# sandbox: MLE
# without: MLE
# portable: any
# leaves: nothing
# problem: roomy
import mmap

while True:
    mmap.mmap(-1, 4096).close()
