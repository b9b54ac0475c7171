# A process whose first thread has ended shows no memory of its own; another thread takes a lot. Nobody waits for it.
# sandbox: MLE
# without: MLE
# leaves: nothing
import ctypes
import os
import signal
import threading
import time

EXIT = 60 if os.uname().machine == "x86_64" else 93


def take():
    time.sleep(0.05)
    blocks = [bytearray(b"x") * (32 << 20) for _ in range(8)]
    time.sleep(1)
    os._exit(len(blocks) - 8)


word = input()
signal.signal(signal.SIGCHLD, signal.SIG_IGN)
ended, end = os.pipe()
if os.fork() == 0:
    threading.Thread(target=take).start()
    ctypes.CDLL(None).syscall(EXIT, 0)
os.close(end)
os.read(ended, 1)
print(word)
