# Replaces its own source by one that answers wrongly.
# sandbox: AC
# without: AC
# leaves: nothing
# problem: hello
import contextlib
import os

with contextlib.suppress(OSError):
    os.chmod(__file__, 0o600)
    open(__file__, "w").write("print(0)")
print(input())
