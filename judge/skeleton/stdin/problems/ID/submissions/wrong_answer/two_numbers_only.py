"""Adds only the first two numbers of a line.

A classic mistake. The folder names the verdict that it must get: wrong_answer, time_limit_exceeded,
memory_limit_exceeded, output_limit_exceeded, run_time_error or compile_error.
"""

import sys

for line in sys.stdin:
    numbers = [int(word) for word in line.split()]
    if numbers:
        print(sum(numbers[:2]))
