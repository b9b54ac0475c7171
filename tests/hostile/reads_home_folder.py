# Lists the home folder of the user of the judge.
# sandbox: WA
# without: any
# leaves: nothing
import os

try:
    names = os.listdir("@HOME@")
except OSError:
    names = []
print(input() if [name for name in names if name != ".pyenv"] else "nothing found")
