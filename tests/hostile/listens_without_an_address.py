# Listens on a port of all addresses without binding it, which is honest in a network of its own.
# sandbox: AC
# landlock: RE
# without: AC
# leaves: nothing
import socket

socket.socket().listen()
print(input())
