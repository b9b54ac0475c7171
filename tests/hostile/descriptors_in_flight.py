# Fills sockets with descriptors, which the kernel counts for all programs of a user together, and closes late.
# sandbox: RE
# without: RE
# portable: TLE
# leaves: nothing
import errno
import socket
import time

pairs = [socket.socketpair() for _ in range(3)]
try:
    for here, _ in pairs:
        socket.send_fds(here, [b"x"], [0] * 253)
except OSError as error:
    if error.errno != errno.ETOOMANYREFS:
        raise
time.sleep(99)
