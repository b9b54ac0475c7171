# Computes without end.
# sandbox: TLE
# without: TLE
# leaves: nothing
while True:
    pass
