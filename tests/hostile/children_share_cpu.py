# Each of four children stays below the limit; together they do not.
# sandbox: TLE
# without: TLE
# leaves: nothing
import os
import time

for _ in range(4):
    if os.fork() == 0:
        while time.process_time() < 0.3:
            pass
        os._exit(0)
for _ in range(4):
    os.wait()
print(input())
