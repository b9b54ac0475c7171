# Answers rightly and sleeps.
# sandbox: TLE
# without: TLE
# leaves: nothing
import time

print(input(), flush=True)
time.sleep(1000)
