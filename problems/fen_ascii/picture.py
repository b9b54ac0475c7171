"""Draws the board of the record."""

from problems.common.drawing import board
from problems.common.fen import decoded
from problems.common.lines import split_lines


def pictures(stdin):
    """Return the drawing of the board of the record."""
    (record,) = split_lines(stdin)
    return [board([decoded(rank) for rank in record.split(" ")[0].split("/")], title=record)]
