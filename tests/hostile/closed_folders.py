# Makes folders that nobody may enter, and closes its own.
# sandbox: AC
# without: AC|RE
# landlock: AC|RE
# leaves: folders
import os

os.makedirs("outer/inner")
open("outer/inner/file", "w").close()
os.chmod("outer/inner/file", 0)
os.chmod("outer/inner", 0)
os.chmod("outer", 0)
line = input()
os.chmod(".", 0)
print(line)
