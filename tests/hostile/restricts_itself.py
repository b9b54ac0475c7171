# Puts itself under rules of Landlock that allow nothing: the next case must not be under them.
# sandbox: AC
# without: AC
# leaves: rules
import ctypes
import struct

CREATE_RULESET, RESTRICT_SELF = 444, 446
line = input()
libc = ctypes.CDLL(None)
rules = libc.syscall(CREATE_RULESET, struct.pack("Q", (1 << 13) - 1), ctypes.c_size_t(8), 0)
libc.syscall(RESTRICT_SELF, rules, 0)
print(line)
