# Closes stdout when it is done.
# sandbox: AC
# without: AC
# leaves: nothing
import os

os.write(1, (input() + "\n").encode())
os.close(1)
