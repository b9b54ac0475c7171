# Makes many files with long names: on ext4 their folder stays large when they are removed.
# sandbox: WA
# without: WA
# leaves: a size that the next case finds
import os

word = input()
print(word if os.stat(".").st_size > 4096 else "first")
for number in range(300):
    open("x" * 100 + str(number), "w").close()
