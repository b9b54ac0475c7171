"""The calls as the statement promises them. Every input of the test data is checked with this."""

import re

CALL = re.compile(r"print\(total\(\[((-?[0-9]+(, -?[0-9]+)*)?)\]\)\)")
LARGEST = 10**9


def validate(text):
    """Raise ValueError with the line unless a text is a valid session."""
    for number, line in enumerate(text.rstrip("\n").split("\n"), 1):
        call = CALL.fullmatch(line)
        if call is None:
            raise ValueError("line %d: a call like print(total([1, 2])) is expected" % number)
        if any(abs(int(word)) > LARGEST for word in call.group(1).split(", ") if word):
            raise ValueError("line %d: a number is too large" % number)
