# Writes into testdata.
# sandbox: AC
# without: any
# leaves: a change in testdata
import contextlib
import os

for folder, _, names in os.walk("@ROOT@/testdata"):
    for name in names[:50]:
        with contextlib.suppress(OSError):
            open(os.path.join(folder, name), "a").write("spoiled")
    with contextlib.suppress(OSError):
        open(os.path.join(folder, "spoiled"), "w")
print(input())
