# Writes to the memory and to the open files of the interpreter that it was forked from: a note for the next case.
# sandbox: WA
# without: WA
# landlock: RE
# portable: dangerous
# leaves: a note that the next case finds
import contextlib
import os

word, found = input(), False
for name in filter(str.isdigit, os.listdir("/proc")):
    with contextlib.suppress(OSError):
        with open(f"/proc/{name}/status", encoding="ascii") as file:
            fields = dict(line.rstrip("\n").split(":\t", 1) for line in file if ":\t" in line)
        if int(name) == os.getpid() or int(fields["PPid"]) != os.getppid():
            continue
        for number in range(16):
            with contextlib.suppress(OSError):
                note = os.open(f"/proc/{name}/fd/{number}", os.O_RDWR | os.O_NONBLOCK)
                found |= os.read(note, 4) == b"note"
                os.pwrite(note, b"note", 0)
        os.close(os.open(f"/proc/{name}/mem", os.O_RDWR))
        found = True
print(word if found else "first")
