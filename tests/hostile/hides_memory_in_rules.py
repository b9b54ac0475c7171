# Fills the kernel's memory with rules of Landlock, 65,536 for each open file.
# sandbox: WA
# without: WA
# portable: any
# leaves: nothing
import ctypes
import struct

CREATE_RULESET, ADD_RULE, NET_PORT = 444, 445, 2
libc = ctypes.CDLL(None)
word = input()
rules = libc.syscall(CREATE_RULESET, struct.pack("QQ", 0, 3), ctypes.c_size_t(16), 0)
added = sum(libc.syscall(ADD_RULE, rules, NET_PORT, struct.pack("QQ", 1, port), 0) == 0 for port in range(100))
print(word if added else "none")
