# Leaves a segment of System V shared memory.
# sandbox: WA
# without: any
# leaves: anything that the next case finds
import ctypes

libc = ctypes.CDLL(None)

word = input()
try:
    assert libc.shmget(47113, 4096, 0o600) >= 0
    print(word)
except Exception:
    libc.shmget(47113, 4096, 0o1600)
    print("first")
