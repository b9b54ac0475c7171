"""Drawings of the positions of an input."""

from problems.common.drawing import board
from problems.common.fen import decoded
from problems.common.lines import split_lines

MOST = 12
SIDES = {"w": "white", "b": "black"}


def pictures(stdin_text):
    """Return SVG drawings of the first positions of a valid input."""
    drawings = []
    for number, position in enumerate(split_lines(stdin_text)[1 : MOST + 1], 1):
        placement, side, _ = position.split(" ")
        title = "Position %d: %s, %s to play" % (number, placement, SIDES[side.lower()])
        drawings.append(board([decoded(rank) for rank in placement.split("/")], title=title))
    return drawings
