"""Follows the statement step by step: the oracle that other submissions are compared with.

Written apart from the reference solution, so that the two are not wrong together. More right submissions may
stand beside it.
"""


def total(numbers):
    result = 0
    for number in numbers:
        result += number
    return result
