# Closes stdin at once.
# sandbox: AC
# without: AC
# leaves: nothing
import os

line = input()
os.close(0)
print(line)
