# Ends its first thread while another one sleeps: Linux then calls the process a zombie. Its names look like a line
# of /proc/PID/status that says how many threads there are, and like the end of a name in /proc/PID/task/TID/stat.
# sandbox: TLE
# without: TLE
# leaves: a process
import ctypes
import os
import threading
import time

PR_SET_NAME = 15
SYS_EXIT = {"x86_64": 60, "aarch64": 93}

libc = ctypes.CDLL(None)
libc.prctl(PR_SET_NAME, b"Threads:\t1")
threading.Thread(target=lambda: (libc.prctl(PR_SET_NAME, b")" + b" " * 14), time.sleep(1000))).start()
libc.syscall(SYS_EXIT[os.uname().machine], 0)
