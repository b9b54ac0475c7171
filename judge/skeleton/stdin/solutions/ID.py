"""Add up the numbers of each line.

Problem     your own: say here where it comes from
Input       lines of integers until the end of the file
Output      for each line the sum of its numbers
Approach    The idea that makes it short, for those who learn from this reference solution.
Complexity  O(n) time for n bytes of input
"""

import sys


def sums(lines):
    """Yield the sum of each line that is not empty."""
    for line in lines:
        numbers = [int(word) for word in line.split()]
        if numbers:
            yield sum(numbers)


def main():
    for total in sums(sys.stdin):
        print(total)


if __name__ == "__main__":
    main()
