# Ends its first thread while another one sleeps: Linux then calls the process a zombie.
# sandbox: TLE
# without: TLE
# leaves: a process
import ctypes
import os
import threading
import time

threading.Thread(target=lambda: time.sleep(1000)).start()
SYS_EXIT = {"x86_64": 60, "aarch64": 93}
ctypes.CDLL(None).syscall(SYS_EXIT[os.uname().machine], 0)
