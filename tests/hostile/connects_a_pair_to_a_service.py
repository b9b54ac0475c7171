# Asks for a pair of datagram sockets, which unlike streams may be connected to something else later.
# sandbox: WA
# without: WA
# portable: any
# leaves: nothing
import errno
import socket

word = input()
try:
    socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)
    print(word)
except OSError as error:
    print(error.errno == errno.EPERM and "refused")
