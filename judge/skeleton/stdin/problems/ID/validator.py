"""The input as the statement promises it. Every input of the test data is checked with this."""

import re

NUMBER = "(?:0|-?[1-9][0-9]*)"
LINE = re.compile(f"{NUMBER}(?: {NUMBER})*")
LARGEST = 10**9


def validate(text):
    """Raise ValueError with the line unless a text is a valid input."""
    lines = text.replace("\r\n", "\n").rstrip("\n").split("\n")
    for number, line in enumerate(lines, 1):
        if not LINE.fullmatch(line):
            raise ValueError("line %d: numbers with one blank between two of them are expected" % number)
        if any(abs(int(word)) > LARGEST for word in line.split()):
            raise ValueError("line %d: a number is too large" % number)
