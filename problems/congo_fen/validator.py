"""The format of the input, to the byte: a count, then as many positions of Congo chess, one a line."""

import re

from problems.fen_board.validator import check_placement

RECORD = re.compile("([^ ]+) ([wbWB]) (0|[1-9][0-9]*)")
SIZE, PIECES = 7, "PpSsGgMmEeLlCcZz"


def validate(text):
    """Raise ValueError with the line unless a text is a valid input."""
    if not text.endswith("\n"):
        raise ValueError("line %d: no newline at the end" % (text.count("\n") + 1))
    count, *records = text.split("\n")[:-1]
    if not re.fullmatch("0|[1-9][0-9]*", count):
        raise ValueError("line 1: '%s' is no count" % count)
    if len(records) != int(count):
        raise ValueError("line 1: %s positions are announced, but there are %d" % (count, len(records)))
    for line, record in enumerate(records, 2):
        match = RECORD.fullmatch(record)
        if not match:
            raise ValueError("line %d: '%s' is not a placement, w or b, and a number" % (line, record))
        check_placement(match.group(1), line, SIZE, PIECES)
