# Every process forks without end.
# sandbox: RE|TLE|MLE
# without: RE|TLE|MLE
# leaves: a process
# problem: bomb
import os

while True:
    os.fork()
