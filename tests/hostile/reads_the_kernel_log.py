# Asks for the size of the kernel's log.
# sandbox: WA
# without: WA
# leaves: nothing
import ctypes

word = input()
print("refused" if ctypes.CDLL(None).klogctl(10, None, 0) < 0 else word)
