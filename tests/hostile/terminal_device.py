# Writes to the terminal behind the back of the judge.
# sandbox: AC
# without: AC
# leaves: nothing
import contextlib

with contextlib.suppress(OSError):
    open("/dev/tty", "w").write("\x1b[2Jspoofed")
print(input())
