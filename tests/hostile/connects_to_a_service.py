# Connects to a socket in a folder, as those of D-Bus, tmux and Docker, which run commands for their user.
# sandbox: WA
# without: WA
# portable: any
# leaves: nothing
import errno
import socket

word = input()
try:
    stream = socket.socket(socket.AF_UNIX)
    print(word)
except OSError as error:
    print(error.errno == errno.EPERM and "refused")
