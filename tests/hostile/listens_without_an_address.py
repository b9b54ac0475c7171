# Listens on a port of all addresses without binding it.
# sandbox: RE
# without: RE
# portable: AC
# leaves: nothing
import socket

socket.socket().listen()
print(input())
