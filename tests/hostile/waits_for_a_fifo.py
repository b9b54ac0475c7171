# Opens a pipe that nobody will ever write to.
# sandbox: TLE
# without: TLE
# leaves: nothing
import os

os.mkfifo("fifo")
open("fifo")
