"""The input as the statement promises it: FEN records, one a line, at least one."""

from problems.common.fen import check_record
from problems.common.lines import split_lines


def validate(text):
    """Raise ValueError with the line unless a text is a valid input."""
    records = split_lines(text)
    if not records:
        raise ValueError("line 1: no record")
    for line, record in enumerate(records, 1):
        check_record(record, line)
