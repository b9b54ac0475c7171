# Sends a packet to nowhere: no packet is counted for that, but an error.
# sandbox: WA
# landlock: RE
# without: any
# leaves: a number that the next case finds
import contextlib
import socket

word = input()
names, numbers = [line.split() for line in open("/proc/net/snmp") if line.startswith("Ip:")]
print(word if numbers[names.index("OutNoRoutes")] != "0" else "first")
with contextlib.suppress(OSError):
    socket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendto(b"x", ("192.0.2.1", 9))
