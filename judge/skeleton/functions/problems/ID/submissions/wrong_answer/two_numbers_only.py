"""Adds only the first two numbers.

A classic mistake. The folder names the verdict that it must get: wrong_answer, time_limit_exceeded,
memory_limit_exceeded, output_limit_exceeded, run_time_error or compile_error.
"""


def total(numbers):
    return sum(numbers[:2])
