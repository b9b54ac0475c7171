"""The format of the input, to the byte: one line, a placement or a complete FEN record."""

from problems.fen_board.validator import check_placement, check_record


def validate(text):
    """Raise ValueError with the line unless a text is a valid input."""
    if text.count("\n") != 1 or not text.endswith("\n"):
        raise ValueError("line 1: not exactly one line with a newline at its end")
    record = text[:-1]
    if " " in record:
        check_record(record, 1)
    else:
        check_placement(record, 1)
