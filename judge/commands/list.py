"""The command `list`: problems at a glance."""

import argparse

from judge import commands as shared
from judge.core import testdata
from judge.core.errors import OK, WRONG_INPUT, InputError
from judge.core.model import MEBIBYTE, Problem
from judge.core.repository import solution
from judge.report.escape import one_line
from judge.report.terminal import Faults

HEADER = ("problem", "title", "cases", "time", "memory", "solution")


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of `list`."""
    shared.add_common(parser)


def main(options: argparse.Namespace) -> int:
    """Print a line for each problem; return the exit code. Raises InputError."""
    faults = Faults()
    rows = []
    for problem in shared.repository(options).problems([], faults):
        with faults.told():
            rows.append(row(problem))
    if rows:
        shared.open_screen(options).table(HEADER, rows)
    return WRONG_INPUT if faults else OK


def row(problem: Problem) -> tuple[str, ...]:
    """The line of a problem; the last figure is the reference's size. Raises InputError."""
    cases = len(testdata.load(problem.test_data))
    memory = f"{problem.limits.memory // MEBIBYTE} MiB"
    try:
        size = f"{solution(problem).path.stat().st_size} bytes"
    except InputError:
        size = "-"
    return problem.id, one_line(problem.title), str(cases), f"{problem.limits.time:g} s", memory, size
