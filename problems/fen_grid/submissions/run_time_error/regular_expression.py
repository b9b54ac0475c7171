"""Believes that the placeholder stands for itself in a regular expression."""

import re


def fen2grid(fen, empty="*"):
    return re.sub("[1-8]", lambda match: empty * int(match.group()), fen).replace("/", "\n")


def grid2fen(grid, empty="*"):
    if empty == "*":
        empty = r"\*"
    rows = [re.sub(empty + "+", lambda match: str(len(match.group())), row) for row in grid.split("\n")]
    return "/".join(rows)
