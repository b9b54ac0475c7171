# Puts 400 MiB into files in memory that it does not map, so that no process seems to have them.
# sandbox: RE
# without: RE
# portable: any
# leaves: nothing
import os

for _ in range(8):
    file = os.memfd_create("hidden")
    for _ in range(50):
        os.write(file, bytes(1 << 20))
print(input())
