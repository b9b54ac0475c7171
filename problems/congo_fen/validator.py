"""The format of the input, to the byte: a count, then as many positions of Congo chess, one a line."""

import re

RECORD = re.compile("([^ ]+) ([wbWB]) (0|[1-9][0-9]*)")
RANK = re.compile("[PpSsGgMmEeLlCcZz1-7]+")


def check_placement(placement, line):
    """Raise ValueError unless a placement is well formed: 7 ranks of 7 squares, runs joined."""
    ranks = placement.split("/")
    if len(ranks) != 7:
        raise ValueError("line %d: %d ranks instead of 7" % (line, len(ranks)))
    for rank in ranks:
        if not RANK.fullmatch(rank):
            raise ValueError("line %d: '%s' is no rank" % (line, rank))
        if sum([int(sign) if sign.isdigit() else 1 for sign in rank]) != 7:
            raise ValueError("line %d: the rank '%s' has not 7 squares" % (line, rank))
        if re.search("[1-7][1-7]", rank):
            raise ValueError("line %d: the rank '%s' has two digits in a row" % (line, rank))


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
        check_placement(match.group(1), line)
