# Each of five children stays below the limit; together they do not.
# sandbox: MLE
# without: MLE
# portable: WA|MLE
# leaves: a process
import os
import time

for _ in range(5):
    if os.fork() == 0:
        block = b"x" * (40 << 20)
        time.sleep(1000)
time.sleep(1)
