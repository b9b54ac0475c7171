"""The input as the statement promises it: FEN records, one a line, at least one and not too many."""

from problems.common.fen import check_record
from problems.common.lines import check_size, split_lines

MOST_RECORDS, MOST_BYTES = 50_000, 3_300_000


def validate(text):
    """Raise ValueError with the line unless a text is a valid input."""
    check_size(text, MOST_BYTES)
    records = split_lines(text)
    if not records:
        raise ValueError("line 1: no record")
    if len(records) > MOST_RECORDS:
        raise ValueError("line %d: more than %d records" % (MOST_RECORDS + 1, MOST_RECORDS))
    for line, record in enumerate(records, 1):
        check_record(record, line)
