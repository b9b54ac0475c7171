# Gives pages to a pipe without a copy: each of them keeps the large page that it is a part of.
# sandbox: WA
# without: WA
# portable: any
# leaves: nothing
import ctypes
import mmap
import os
import struct

libc = ctypes.CDLL(None)
word = input()
reader, writer = os.pipe()
memory = mmap.mmap(-1, 4096, flags=mmap.MAP_PRIVATE)
address = ctypes.addressof(ctypes.c_char.from_buffer(memory))
source = os.open(__file__, os.O_RDONLY)
given = [
    libc.vmsplice(writer, struct.pack("PL", address, 4096), 1, 0),
    libc.splice(source, None, writer, None, 10, 0),
    libc.sendfile(writer, source, None, 10),
]
print(word if max(given) > 0 else "none")
