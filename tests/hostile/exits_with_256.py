# The low byte of the exit code is 0, and that is what a parent gets.
# sandbox: AC
# without: AC
# leaves: nothing
import os

print(input(), flush=True)
os._exit(256)
