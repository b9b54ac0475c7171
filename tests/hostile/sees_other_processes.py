# Looks for processes of this machine that are not its own interpreter, nor process 1.
# sandbox: WA
# landlock: RE
# without: any
# leaves: nothing
import os


def command(number):
    return open(f"/proc/{number}/cmdline").read()


others = [name for name in os.listdir("/proc") if name.isdigit() and command(name) != command("self")]
print(input() if set(others) - {"1"} else "alone")
