# One block of a gigabyte, written to.
# sandbox: MLE
# without: MLE
# leaves: nothing
# problem: roomy
block = b"x" * (1 << 30)
print(input())
