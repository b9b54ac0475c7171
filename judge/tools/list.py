"""The command `list`: problems at a glance."""

import argparse

from judge.core import testdata
from judge.core.errors import OK
from judge.core.model import MEBIBYTE
from judge.core.problems import Repository
from judge.report import options as shared

HEADER = ("problem", "title", "cases", "time", "memory")


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of `list`."""
    shared.add_common(parser)


def main(options: argparse.Namespace) -> int:
    """Print a line for each problem; return the exit code. Raises InputError."""
    rows = []
    for problem in Repository(options.root).problems([]):
        cases = testdata.load(problem.test_data)
        memory = f"{problem.limits.memory // MEBIBYTE} MiB"
        rows.append((problem.id, problem.title, str(len(cases)), f"{problem.limits.time:g} s", memory))
    shared.open_screen(options).table(HEADER, rows)
    return OK
