"""Follows the statement step by step: the oracle that other programs are compared with.

Written apart from the reference solution, so that the two are not wrong together. More right programs may
stand beside it, in other languages, too.
"""

import sys


def main():
    for line in sys.stdin:
        words = line.split()
        if not words:
            continue
        total = 0
        for word in words:
            total += int(word)
        print(total)


if __name__ == "__main__":
    main()
