# Answers rightly and is killed by a signal.
# sandbox: RE
# without: RE
# leaves: nothing
import os

print(input(), flush=True)
os.kill(os.getpid(), 15)
