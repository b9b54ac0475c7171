"""The format of the input: Python that calls the two functions, with valid arguments."""

import ast

from problems.fen_board.validator import PIECES, check_placement

FUNCTIONS = {"fen2grid", "grid2fen"}
HELPERS = {"print", "repr", "range", "chr", "len", "type", "isinstance", "ascii", "str", "list"}


def check_placeholder(sign, line):
    """Raise ValueError unless a placeholder is one ASCII character that is no piece and no newline."""
    if len(sign) != 1 or not sign.isascii() or sign in PIECES + "\n":
        raise ValueError("line %d: %r is no placeholder" % (line, sign))


def check_grid(grid, placeholder, line):
    """Raise ValueError unless a grid has 8 rows of 8 squares."""
    rows = grid.split("\n")
    if len(rows) != 8 or any(len(row) != 8 for row in rows):
        raise ValueError("line %d: the grid is not 8 rows of 8 squares" % line)
    strange = set(grid) - set(PIECES + placeholder + "\n")
    if strange:
        raise ValueError("line %d: the grid has %r" % (line, min(strange)))


def check_call(call):
    """Raise ValueError unless a call of one of the functions has valid arguments."""
    if not 1 <= len(call.args) <= 2 or call.keywords:
        raise ValueError("line %d: one or two arguments by position are allowed" % call.lineno)
    values = [argument.value if isinstance(argument, ast.Constant) else None for argument in call.args]
    placeholder = values[1] if len(values) == 2 else "*"
    if placeholder is not None:
        check_placeholder(placeholder, call.lineno)
    if values[0] is not None and call.func.id == "fen2grid":
        check_placement(values[0], call.lineno)
    elif values[0] is not None and placeholder is not None:
        check_grid(values[0], placeholder, call.lineno)


def validate(text):
    """Raise ValueError with the line unless a text is a valid session."""
    if text and not text.endswith("\n"):
        raise ValueError("line %d: no newline at the end" % (text.count("\n") + 1))
    try:
        tree = ast.parse(text)
    except SyntaxError as error:
        raise ValueError("line %s: %s" % (error.lineno, error.msg)) from None
    for node in ast.walk(tree):
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            raise ValueError("line %d: nothing is imported" % node.lineno)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            if node.func.id in FUNCTIONS:
                check_call(node)
            elif node.func.id not in HELPERS:
                raise ValueError("line %d: %s() is not allowed" % (node.lineno, node.func.id))
