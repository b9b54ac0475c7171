# Looks at the processes of this machine.
# sandbox: WA
# without: any
# leaves: nothing
import os

others = [name for name in os.listdir("/proc") if name.isdigit() and int(name) not in (1, os.getpid())]
print(input() if others else "alone")
