# A daemon listens on a port of loopback.
# sandbox: RE
# without: RE
# portable: WA
# leaves: anything that the next case finds
import os
import socket
import time

word = input()
try:
    socket.create_connection(("127.0.0.1", 47113), 1)
    print(word)
except Exception:
    server = socket.create_server(("127.0.0.1", 47113))
    if os.fork() == 0:
        time.sleep(1000)
    print("first")
