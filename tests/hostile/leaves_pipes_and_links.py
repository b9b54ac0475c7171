# Leaves a named pipe, a broken link, a link to itself, a link to the root folder, and a second name of a file.
# sandbox: AC
# without: AC
# leaves: links
import os

os.mkfifo("pipe", 0)
os.symlink("nowhere", "broken")
os.symlink("itself", "itself")
os.symlink("/", "root")
open("file", "w").close()
os.link("file", "second")
print(input())
