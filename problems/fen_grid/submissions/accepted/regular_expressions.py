"""Substitutes runs with regular expressions; the placeholder is escaped."""

import re


def fen2grid(fen, empty="*"):
    return re.sub("[1-8]", lambda digit: empty * int(digit.group()), fen.replace("/", "\n"))


def grid2fen(grid, empty="*"):
    run = re.compile(re.escape(empty) + "+")
    return "/".join([run.sub(lambda match: str(len(match.group())), row) for row in grid.split("\n")])
