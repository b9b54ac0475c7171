# Looks for processes of this machine that are not its own interpreter, nor process 1.
# sandbox: WA
# landlock: RE
# without: any
# leaves: nothing
import os


def interpreter(number):
    return open(f"/proc/{number}/cmdline").read().split("\0")[0]


others = [name for name in os.listdir("/proc") if name.isdigit() and interpreter(name) != interpreter("self")]
print(input() if set(others) - {"1"} else "alone")
