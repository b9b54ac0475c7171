# Fills sockets with descriptors, which the kernel counts for all programs of a user together.
# sandbox: TLE
# without: TLE
# leaves: nothing
import contextlib
import socket
import time

pairs = [socket.socketpair() for _ in range(3)]
with contextlib.suppress(OSError):
    for here, _ in pairs:
        socket.send_fds(here, [b"x"], [0] * 253)
time.sleep(99)
