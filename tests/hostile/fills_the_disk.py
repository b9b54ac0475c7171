# Writes 300 MB of files.
# sandbox: RE
# landlock: AC|RE
# without: any
# leaves: nothing
# problem: roomy
for number in range(6):
    open(f"file{number}", "wb").write(bytes(50 << 20))
print(input())
