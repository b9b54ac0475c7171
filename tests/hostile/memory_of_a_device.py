# Maps /dev/zero, which makes memory that stays while one page of it is mapped.
# sandbox: RE
# without: any
# leaves: nothing
import mmap

SIZE, PART = 128 << 20, 8 << 20
with open("/dev/zero", "r+b", buffering=0) as zero:
    area = mmap.mmap(zero.fileno(), SIZE)
for start in range(0, SIZE, PART):
    area[start : start + PART] = bytes(PART)
    area.madvise(mmap.MADV_DONTNEED, start, PART)
print(input())
