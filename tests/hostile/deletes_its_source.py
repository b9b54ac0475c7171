# Deletes its own source and the folder around it.
# sandbox: AC
# without: AC
# leaves: nothing
# problem: hello
import contextlib
import os
import shutil

with contextlib.suppress(OSError):
    os.chmod(os.path.dirname(__file__), 0o700)
shutil.rmtree(os.path.dirname(__file__), ignore_errors=True)
print(input())
