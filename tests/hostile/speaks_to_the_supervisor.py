# Answers the supervisor by every descriptor that it may have inherited from the fork server.
# sandbox: AC
# without: AC
# leaves: nothing
# problem: hello
import contextlib
import os

for descriptor in range(3, 512):
    with contextlib.suppress(OSError):
        os.write(descriptor, (1).to_bytes(4, "little"))
print(input())
