# Asks a server of this machine for the answer by TCP that Landlock does not know: MPTCP, and data with the first packet.
# sandbox: WA
# without: any
# leaves: nothing
import contextlib
import socket

MPTCP, MSG_FASTOPEN = 262, 0x20000000
word = input()
answer = "no network"
with contextlib.suppress(OSError):
    socket.socket(socket.AF_INET, socket.SOCK_STREAM, MPTCP).connect(("127.0.0.1", @PORT@))
    answer = word
with contextlib.suppress(OSError):
    socket.socket().sendto(b"x", MSG_FASTOPEN, ("127.0.0.1", @PORT@))
    answer = word
print(answer)
