# Four threads compute at the same time: their CPU time adds up.
# sandbox: TLE
# without: TLE
# leaves: nothing
import hashlib
import threading


def burn():
    while True:
        hashlib.sha256(bytes(1 << 20))


for _ in range(4):
    threading.Thread(target=burn).start()
