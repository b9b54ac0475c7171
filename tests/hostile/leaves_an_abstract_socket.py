# A daemon holds an abstract socket.
# sandbox: RE
# without: RE
# portable: any
# leaves: anything that the next case finds
import os
import socket
import time

word = input()
try:
    socket.socket(socket.AF_UNIX).connect("\0hostile")
    print(word)
except Exception:
    server = socket.socket(socket.AF_UNIX)
    server.bind("\0hostile")
    server.listen()
    if os.fork() == 0:
        time.sleep(1000)
    print("first")
