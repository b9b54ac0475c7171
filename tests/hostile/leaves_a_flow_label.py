# Takes a label of IPv6 flows, which the kernel keeps for some seconds after the socket is closed.
# sandbox: RE
# without: RE
# portable: any
# leaves: a label that the next case finds taken
import socket
import struct

IPV6_FLOWLABEL_MGR, GET, CREATE, EXCLUSIVE, SECONDS = 32, 0, 1, 2, 6
word = input()
flow = socket.socket(socket.AF_INET6, socket.SOCK_DGRAM)
there = socket.inet_pton(socket.AF_INET6, "::1") + (0x12345).to_bytes(4, "big")
try:
    request = there + struct.pack("=BBHHHI", GET, 1, CREATE | EXCLUSIVE, SECONDS, SECONDS, 0)
    flow.setsockopt(socket.IPPROTO_IPV6, IPV6_FLOWLABEL_MGR, request)
    print("first")
except FileExistsError:
    print(word)
