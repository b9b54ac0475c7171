# Stops the interpreter that it was forked from, and leaves a signal that waits there: a note for the next case.
# sandbox: WA
# without: WA
# landlock: RE
# portable: dangerous
# leaves: a signal that the next case finds
import contextlib
import os
import signal

word, found = input(), False
for name in filter(str.isdigit, os.listdir("/proc")):
    with contextlib.suppress(OSError):
        with open(f"/proc/{name}/status", encoding="ascii") as file:
            fields = dict(line.rstrip("\n").split(":\t", 1) for line in file if ":\t" in line)
        if int(name) != os.getpid() and int(fields["PPid"]) == os.getppid():
            found |= fields["State"][0] == "T"
            os.kill(int(name), signal.SIGSTOP)
            os.kill(int(name), signal.SIGUSR1)
print(word if found else "first")
