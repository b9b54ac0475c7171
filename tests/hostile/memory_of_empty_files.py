# Makes 60,000 empty files: each takes more than a kilobyte of the kernel's memory where files are in memory.
# sandbox: MLE
# landlock: any
# without: any
# leaves: nothing
# problem: roomy
for number in range(60_000):
    open(f"{number:0200}", "w").close()
print(input())
