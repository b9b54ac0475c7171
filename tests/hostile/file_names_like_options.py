# Leaves files called like options of the commands that clean its working folder.
# sandbox: AC
# without: AC
# leaves: files
import os

for name in ("-rf", "--help", "-exec", "--no-preserve-root", "--reference=chmod", "-", "--", "\n"):
    open(name, "w").close()
os.mkdir("-delete")
print(input())
