"""Draws the boards of the first records of an input, with the en passant square framed."""

from problems.common.drawing import board
from problems.common.fen import decoded
from problems.common.lines import split_lines

MOST = 12


def picture(record):
    """Return the drawing of one record."""
    placement, _, _, en_passant, *_ = record.split(" ")
    marks = {} if en_passant == "-" else {en_passant: "en-passant"}
    return board([decoded(rank) for rank in placement.split("/")], title=record, marks=marks)


def pictures(stdin):
    """Return the drawings of the boards of at most a dozen records."""
    return [picture(record) for record in split_lines(stdin)[:MOST]]
