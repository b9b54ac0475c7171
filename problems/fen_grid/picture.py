"""Draws the boards that a session names as texts: placements and grids."""

import ast

from problems.common.drawing import board
from problems.common.fen import PIECES, check_placement, decoded

MOST = 12


def rows_of(text):
    """Return the rows of a placement or of a grid, None for another text."""
    try:
        check_placement(text, 1)
    except ValueError:
        rows = text.split("\n")
        if len(rows) != 8 or any(len(row) != 8 for row in rows):
            return None
        return ["".join([square if square in PIECES else "." for square in row]) for row in rows]
    return [decoded(rank) for rank in text.split("/")]


def pictures(stdin):
    """Return the drawings of at most a dozen boards, in the order of the session."""
    texts = [
        node
        for node in ast.walk(ast.parse(stdin))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    ]
    drawn = []
    for node in sorted(texts, key=lambda node: (node.lineno, node.col_offset)):
        rows = rows_of(node.value)
        if rows is not None and len(drawn) < MOST:
            drawn.append(board(rows, title=repr(node.value)))
    return drawn
