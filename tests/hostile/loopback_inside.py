# Talks to itself over loopback.
# sandbox: RE
# without: RE
# portable: AC
# leaves: nothing
import socket

server = socket.create_server(("127.0.0.1", 0))
client = socket.create_connection(server.getsockname())
other, _ = server.accept()
client.sendall(input().encode())
client.shutdown(socket.SHUT_WR)
print(other.recv(100).decode())
