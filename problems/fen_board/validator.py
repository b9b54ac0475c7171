"""The input as the statement promises it: FEN records, one a line, and not too many."""

from problems.common.fen import check_record
from problems.common.lines import MOST_EMPTY, check_size, split_lines

MOST_RECORDS, LONGEST_RECORD = 4_000, 103


def validate(text):
    """Raise ValueError with the line unless a text is a valid input."""
    check_size(text, MOST_RECORDS * (LONGEST_RECORD + 1) + MOST_EMPTY)
    records = split_lines(text)
    if len(records) > MOST_RECORDS:
        raise ValueError("line %d: more than %d records" % (MOST_RECORDS + 1, MOST_RECORDS))
    for line, record in enumerate(records, 1):
        check_record(record, line)
