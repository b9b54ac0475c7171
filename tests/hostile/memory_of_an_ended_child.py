# A child that has ended counts with its peak.
# sandbox: MLE
# without: MLE
# leaves: nothing
import os

if os.fork() == 0:
    block = b"x" * (200 << 20)
    os._exit(0)
os.wait()
print(input())
