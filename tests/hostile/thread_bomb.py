# Starts threads until there are no more.
# sandbox: RE|TLE|MLE
# without: RE|TLE|MLE
# leaves: nothing
# problem: bomb
import threading
import time

while True:
    threading.Thread(target=time.sleep, args=(1000,)).start()
