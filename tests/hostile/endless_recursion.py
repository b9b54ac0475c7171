# A recursion without end.
# sandbox: MLE|RE|TLE
# without: MLE|RE|TLE
# leaves: nothing
import sys

sys.setrecursionlimit(10**9)


def deeper(n):
    return deeper(n + 1)


deeper(0)
