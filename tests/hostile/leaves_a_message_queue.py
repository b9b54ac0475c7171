# Leaves a System V message queue.
# sandbox: WA
# without: any
# leaves: anything that the next case finds
import ctypes

libc = ctypes.CDLL(None)

word = input()
try:
    assert libc.msgget(47113, 0o600) >= 0
    print(word)
except Exception:
    libc.msgget(47113, 0o1600)
    print("first")
