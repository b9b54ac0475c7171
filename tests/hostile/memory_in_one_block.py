# One block of a gigabyte, written to.
# sandbox: MLE
# without: MLE
# leaves: nothing
block = b"x" * (1 << 30)
print(input())
