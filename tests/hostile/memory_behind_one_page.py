# Fills shared memory, hides its mappings, and unmaps all but the last page, from which it could map the rest again.
# sandbox: MLE
# without: MLE
# portable: AC|MLE
# leaves: nothing
import ctypes
import time

PR_SET_DUMPABLE, SIZE, PART, PAGE = 4, 128 << 20, 8 << 20, 4096
READ_WRITE, SHARED_ANONYMOUS = 3, 0x21
libc = ctypes.CDLL(None)
libc.mmap.restype = ctypes.c_void_p
area = libc.mmap(None, ctypes.c_size_t(SIZE), READ_WRITE, SHARED_ANONYMOUS, -1, ctypes.c_long(0))
libc.prctl(PR_SET_DUMPABLE, 0)
for start in range(0, SIZE, PART):
    ctypes.memset(area + start, 1, PART)
    libc.munmap(ctypes.c_void_p(area + start), ctypes.c_size_t(PART - PAGE * (start + PART == SIZE)))
time.sleep(0.2)
print(input())
