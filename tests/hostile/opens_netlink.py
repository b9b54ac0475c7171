# Opens netlink sockets that tell of the sockets, audits and devices of the machine.
# sandbox: WA
# without: WA
# portable: any
# leaves: nothing
import socket

ROUTE, SOCK_DIAG, AUDIT, UEVENT = 0, 4, 9, 15
word = input()
opened = []
for protocol in (ROUTE, SOCK_DIAG, AUDIT, UEVENT):
    try:
        opened.append(socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, protocol))
    except PermissionError:
        pass
print(word if opened else "none")
