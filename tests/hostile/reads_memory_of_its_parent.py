# Reads the memory of the process that started it.
# sandbox: WA
# without: any
# leaves: nothing
import os

try:
    memory = open("/proc/%d/mem" % os.getppid(), "rb")
    maps = open("/proc/%d/maps" % os.getppid()).read()
    first = int(maps.split("-")[0], 16)
    memory.seek(first)
    memory.read(16)
    print(input())
except OSError:
    print("nothing found")
