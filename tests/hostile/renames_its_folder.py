# Renames and removes its working folder.
# sandbox: AC
# without: AC
# leaves: folders
import contextlib
import os

folder = os.getcwd()
with contextlib.suppress(OSError):
    os.rename(folder, folder + "_renamed")
with contextlib.suppress(OSError):
    os.rmdir(folder)
print(input())
