# Leaves a segment of POSIX shared memory.
# sandbox: WA
# landlock: RE
# without: any
# leaves: anything that the next case finds
from multiprocessing import resource_tracker, shared_memory

resource_tracker.register = lambda *_: None

word = input()
try:
    shared_memory.SharedMemory("@MARK@")
    print(word)
except Exception:
    shared_memory.SharedMemory("@MARK@", create=True, size=4096)
    print("first")
