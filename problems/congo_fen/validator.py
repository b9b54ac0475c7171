"""The Input section of the statement: a count, then as many positions of Congo chess, one a line."""

import re

from problems.common.fen import check_placement
from problems.common.lines import MOST_EMPTY, check_size, split_lines

SIZE, PIECES = 7, "PpSsGgMmEeLlCcZz"
MOST_POSITIONS, LONGEST_POSITION = 1_500, 68
LARGEST_NUMBER = 2**31 - 1
NUMBER = "(?:0|[1-9][0-9]*)"
POSITION = re.compile(f"([^ ]+) [wbWB] ({NUMBER})")


def validate(text):
    """Raise ValueError with the line unless a text is a valid input."""
    check_size(text, len("%d\n" % MOST_POSITIONS) + MOST_POSITIONS * (LONGEST_POSITION + 1) + MOST_EMPTY)
    lines = split_lines(text)
    if not lines:
        raise ValueError("line 1: the number of positions is missing")
    count, *positions = lines
    if not re.fullmatch(NUMBER, count):
        raise ValueError("line 1: %r is not a number of positions" % count)
    if int(count) > MOST_POSITIONS:
        raise ValueError("line 1: %s positions are more than %d" % (count, MOST_POSITIONS))
    if len(positions) != int(count):
        raise ValueError("line 1: %s positions are announced, but there are %d" % (count, len(positions)))
    for line, position in enumerate(positions, 2):
        match = POSITION.fullmatch(position)
        if not match:
            raise ValueError("line %d: %r is not a placement, w or b, and a number" % (line, position))
        check_placement(match.group(1), line, SIZE, PIECES)
        if int(match.group(2)) > LARGEST_NUMBER:
            raise ValueError("line %d: a move number is larger than %d" % (line, LARGEST_NUMBER))
