# Marks its working folder as one that dump(8) leaves out: a flag, which stays when the folder is emptied.
# sandbox: RE
# without: RE
# portable: any
# leaves: a flag that the next case finds
import fcntl
import os
import struct

GET_FLAGS, SET_FLAGS, NO_DUMP = 0x80086601, 0x40086602, 0x40
word = input()
folder = os.open(".", os.O_RDONLY)
(flags,) = struct.unpack("l", fcntl.ioctl(folder, GET_FLAGS, bytes(8)))
print(word if flags & NO_DUMP else "first")
fcntl.ioctl(folder, SET_FLAGS, struct.pack("l", flags | NO_DUMP))
