# Children that end and are waited for do no harm.
# sandbox: AC
# without: AC
# leaves: nothing
import os

for _ in range(20):
    if os.fork() == 0:
        os._exit(0)
    os.wait()
print(input())
