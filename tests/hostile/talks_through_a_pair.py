# Talks to a child through a pair of connected sockets, which is honest (asyncio needs one).
# sandbox: AC
# without: AC
# leaves: nothing
import asyncio
import os
import socket


async def main():
    ours, theirs = socket.socketpair()
    if os.fork() == 0:
        theirs.sendall(input().encode())
        os._exit(0)
    os.wait()
    print(ours.recv(100).decode())


asyncio.run(main())
