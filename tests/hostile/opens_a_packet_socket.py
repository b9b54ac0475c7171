# Opens sockets that see the packets of others, or talk to parts of the kernel that no program needs.
# sandbox: WA
# without: WA
# leaves: nothing
import socket

word = input()
opened = "none"
for family, kind in ((17, socket.SOCK_RAW), (17, socket.SOCK_DGRAM), (socket.AF_INET, socket.SOCK_RAW), (38, 5)):
    try:
        socket.socket(family, kind)
        opened = word
    except OSError:
        pass
print(opened)
