"""Add up a list of numbers.

Problem     your own: say here where it comes from
Input       none: a judge imports this file and calls the function
Output      none: the function returns an integer
Approach    The idea that makes it short, for those who learn from this reference solution.
Complexity  O(n) time for n numbers
"""


def total(numbers):
    """Return the sum of a list of integers."""
    return sum(numbers)
