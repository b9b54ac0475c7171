# Leaves files wherever it can.
# sandbox: WA
# without: any
# leaves: anything that the next case finds
import contextlib
import os

FOLDERS = ["/tmp", "/var/tmp", "/dev/shm", "/run", "/run/lock", "/dev/mqueue", "/", ".."]
FOLDERS.append(os.path.dirname(__file__))
PATHS = [os.path.join(folder, "@MARK@") for folder in FOLDERS]
found = any(map(os.path.exists, PATHS))  # several may be the same folder
for path in PATHS:
    with contextlib.suppress(OSError):
        open(path, "w").close()
    with contextlib.suppress(OSError):
        os.mkdir(path + "_folder")
        open(path + "_folder/inner", "w").close()
        os.chmod(path + "_folder", 0)
print(input() if found else "first")
