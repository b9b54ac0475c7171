# Anonymous memory, mapped and written to.
# sandbox: MLE
# without: MLE
# leaves: nothing
import mmap

area = mmap.mmap(-1, 1 << 29, flags=mmap.MAP_PRIVATE)
for place in range(0, 1 << 29, 4096):
    area[place] = 1
