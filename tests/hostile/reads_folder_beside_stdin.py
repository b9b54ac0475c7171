# Follows its input to the folder that it came from.
# sandbox: WA
# landlock: RE
# without: WA
# leaves: nothing
import os

folder = os.path.dirname(os.readlink("/proc/self/fd/0"))
names = os.listdir(folder) if os.path.isdir(folder) else []
print(input() if "sample.yaml" in names else "nothing found")
