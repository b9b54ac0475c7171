# Ends with connections in TIME_WAIT, which keep a port from the next case.
# sandbox: RE
# without: RE
# portable: any
# leaves: a port in TIME_WAIT
import socket

word = input()
server = socket.socket()
server.bind(("127.0.0.1", 47114))
server.listen()
client = socket.create_connection(server.getsockname())
other, _ = server.accept()
other.close()
client.recv(1)
client.close()
print(word)
