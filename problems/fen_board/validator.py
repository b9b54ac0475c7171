"""The format of the input, to the byte: complete FEN records, one a line."""

import re

PIECES = "pnbrqkPNBRQK"
FIELDS = re.compile(r"[wb] (-|[KQkqA-Ha-h]{1,4}) (-|[a-h][36]) (0|[1-9][0-9]*) [1-9][0-9]*")


def check_placement(placement, line, size=8, pieces=PIECES):
    """Raise ValueError unless a placement has `size` ranks of `size` squares, with runs joined."""
    ranks = placement.split("/")
    if len(ranks) != size:
        raise ValueError("line %d: %d ranks instead of %d" % (line, len(ranks), size))
    digits = "12345678"[:size]
    for rank in ranks:
        if not rank or set(rank) - set(pieces + digits):
            raise ValueError("line %d: '%s' is no rank" % (line, rank))
        if sum([int(sign) if sign in digits else 1 for sign in rank]) != size:
            raise ValueError("line %d: the rank '%s' has not %d squares" % (line, rank, size))
        if re.search("[1-8][1-8]", rank):
            raise ValueError("line %d: the rank '%s' has two digits in a row" % (line, rank))


def check_record(record, line):
    """Raise ValueError unless a FEN record (without line end) is well formed."""
    placement, _, fields = record.partition(" ")
    check_placement(placement, line)
    if not FIELDS.fullmatch(fields):
        raise ValueError("line %d: '%s' are not the five other fields of FEN" % (line, fields))


def validate(text):
    """Raise ValueError with the line unless a text is a valid input."""
    if text and not text.endswith("\n"):
        raise ValueError("line %d: no newline at the end" % (text.count("\n") + 1))
    for line, record in enumerate(text.split("\n")[:-1], 1):
        check_record(record, line)
