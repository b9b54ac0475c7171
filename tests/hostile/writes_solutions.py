# Writes into solutions.
# sandbox: AC
# without: any
# leaves: a change in solutions
import contextlib
import os

for folder, _, names in os.walk("@ROOT@/solutions"):
    for name in names[:50]:
        with contextlib.suppress(OSError):
            open(os.path.join(folder, name), "a").write("spoiled")
    with contextlib.suppress(OSError):
        open(os.path.join(folder, "spoiled"), "w")
print(input())
