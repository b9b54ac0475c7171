# A short peak between two looks, and then the right answer.
# sandbox: MLE
# without: MLE
# portable: AC|MLE
# leaves: nothing
block = b"x" * (100 << 20)
del block
print(input())
