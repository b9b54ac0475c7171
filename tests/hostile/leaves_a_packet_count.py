# Sends itself a packet: the counters of its network remember that.
# sandbox: RE
# without: RE
# portable: any
# leaves: a number that the next case finds
import socket

word = input()
(loopback,) = [line.split() for line in open("/proc/net/dev") if line.strip().startswith("lo:")]
print(word if loopback[1] != "0" else "first")
socket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendto(b"x", ("127.0.0.1", 9))
