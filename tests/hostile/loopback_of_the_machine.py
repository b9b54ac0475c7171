# Asks a server of this machine for the answer.
# sandbox: WA
# without: any
# leaves: nothing
import socket

try:
    socket.create_connection(("127.0.0.1", @PORT@), 1)
    print(input())
except OSError:
    print("no network")
