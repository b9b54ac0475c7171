# Closes the folder that its working folder is in, so that the next case cannot be prepared.
# sandbox: AC
# without: AC
# leaves: a closed folder
import contextlib
import os

for folder in ("..", ".", os.path.dirname(os.path.abspath(__file__))):
    with contextlib.suppress(OSError):
        os.chmod(folder, 0)
print(input())
