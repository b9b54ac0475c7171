# Makes 2,000 files.
# sandbox: AC
# without: AC
# leaves: files
# problem: roomy
for number in range(2000):
    open(str(number), "w").close()
print(input())
