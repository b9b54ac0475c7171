"""The input as the statement promises it: one FEN record, or its placement alone."""

from problems.common.fen import check_placement, check_record
from problems.common.lines import split_lines


def validate(text):
    """Raise ValueError with the line unless a text is a valid input."""
    records = split_lines(text)
    if not records:
        raise ValueError("line 1: no record")
    if len(records) > 1:
        raise ValueError("line 2: something after the record, or an empty line in front of it")
    if " " in records[0]:
        check_record(records[0], 1)
    else:
        check_placement(records[0], 1)
