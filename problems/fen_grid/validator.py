"""The input as the statement promises it: Python that calls the two functions with valid arguments."""

import ast

from problems.common.fen import PIECES, check_placement

FUNCTIONS = {"fen2grid", "grid2fen"}
HELPERS = {"print", "repr", "range", "chr", "len", "type"}


def check_placeholder(sign, line):
    """Raise ValueError unless a placeholder is one ASCII character that is no piece and no newline."""
    if not isinstance(sign, str) or len(sign) != 1 or not sign.isascii() or sign in PIECES + "\n":
        raise ValueError("line %d: %r is not a placeholder" % (line, sign))


def check_grid(grid, placeholder, line):
    """Raise ValueError unless a grid has 8 rows of 8 squares, and no other placeholder than this."""
    rows = grid.split("\n")
    if len(rows) != 8 or any(len(row) != 8 for row in rows):
        raise ValueError("line %d: the grid is not 8 rows of 8 squares" % line)
    strange = set(grid) - set(PIECES + placeholder + "\n")
    if strange:
        raise ValueError("line %d: the grid contains %r" % (line, min(strange)))


def is_call(node):
    """Tell whether an expression is a call of one of the two functions."""
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in FUNCTIONS


def placeholder_of(call):
    """Return the source of the second argument of a call, as if the default were written."""
    return ast.unparse(call.args[1]) if len(call.args) == 2 else "'*'"


def check_call(call):
    """Raise ValueError unless a call of one of the functions has valid arguments."""
    if not 1 <= len(call.args) <= 2 or call.keywords:
        raise ValueError("line %d: one or two arguments by position are allowed" % call.lineno)
    text, *others = call.args
    values = [one.value for one in others if isinstance(one, ast.Constant)] if others else ["*"]
    for placeholder in values:
        check_placeholder(placeholder, call.lineno)
    if is_call(text) and placeholder_of(text) != placeholder_of(call):
        raise ValueError("line %d: two placeholders in one call" % call.lineno)
    if isinstance(text, ast.Constant) and call.func.id == "fen2grid":
        check_placement(text.value, call.lineno)
    elif isinstance(text, ast.Constant):
        for placeholder in values:
            check_grid(text.value, placeholder, call.lineno)


def validate(text):
    """Raise ValueError with the line unless a text is a valid session."""
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError) as error:
        raise ValueError("line %s: %s" % (getattr(error, "lineno", 1) or 1, error)) from None
    calls = 0
    for node in ast.walk(tree):
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            raise ValueError("line %d: nothing is imported" % node.lineno)
        if is_call(node):
            check_call(node)
            calls += 1
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id not in HELPERS:
            raise ValueError("line %d: %s() is not allowed" % (node.lineno, node.func.id))
    if not calls:
        raise ValueError("line 1: a session without a call")
