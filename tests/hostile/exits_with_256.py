# The low byte of the exit code is 0, and a parent gets only that.
# sandbox: AC
# without: AC
# leaves: nothing
import os

print(input(), flush=True)
os._exit(256)
