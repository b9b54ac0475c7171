# Daemons compute, end before the main process, and are waited for by nobody here.
# sandbox: TLE
# without: TLE
# leaves: a process
import os

reader, writer = os.pipe()
for _ in range(4):
    if os.fork() == 0:
        if os.fork() == 0:
            while sum(os.times()[:2]) < 1:
                pass
        os._exit(0)
    os.wait()
os.close(writer)
os.read(reader, 1)
print(input())
