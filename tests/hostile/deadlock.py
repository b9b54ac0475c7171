# Waits for a lock that it holds itself.
# sandbox: TLE
# without: TLE
# leaves: nothing
import threading

lock = threading.Lock()
lock.acquire()
lock.acquire()
