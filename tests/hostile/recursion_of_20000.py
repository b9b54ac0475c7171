# A recursion of depth 20,000 is honest.
# sandbox: AC
# without: AC
# leaves: nothing
import sys

sys.setrecursionlimit(30000)


def depth(n):
    return 0 if n == 0 else 1 + depth(n - 1)


assert depth(20000) == 20000
print(input())
