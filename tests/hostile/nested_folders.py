# Makes 2,500 folders, one in the other.
# sandbox: AC
# without: AC
# leaves: folders
# problem: roomy
import os

for _ in range(2500):
    os.mkdir("d")
    os.chdir("d")
print(input())
