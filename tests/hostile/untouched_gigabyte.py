# A gigabyte that is asked for but never written to is no memory used.
# sandbox: AC
# without: AC
# leaves: nothing
import mmap

area = mmap.mmap(-1, 1 << 30, flags=mmap.MAP_PRIVATE)
print(input())
