# A child keeps stdout open when the main process ends.
# sandbox: AC
# without: AC
# leaves: a process
import os
import time

print(input(), flush=True)
if os.fork() == 0:
    os.close(2)
    time.sleep(1000)
