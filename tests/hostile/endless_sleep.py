# Sleeps without end: it uses no CPU time.
# sandbox: TLE
# without: TLE
# leaves: nothing
import time

time.sleep(1000)
