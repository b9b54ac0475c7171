"""The command `list`: list the problems."""

import contextlib
from typing import Any

from judge.command_line import options as shared
from judge.command_line.out_file import OutFile, write_json
from judge.core import formats
from judge.core.errors import OK, WRONG_INPUT, Faults, InputError
from judge.core.model import MEBIBYTE, Problem
from judge.core.repository import overlooked, solution
from judge.report.styled import one_line
from judge.report.terminal import STDOUT, say

VERSION = 1
HEADER = ("problem", "title", "cases", "time", "memory", "solution")


def add_options(add: shared.Add) -> None:
    about = "write the list as JSON to FILE (default: to stdout)"
    add("--json", type=shared.report_name, nargs="?", const=STDOUT, metavar="FILE", help=about)


def main(options: shared.Options) -> int:
    faults = Faults(say)
    repository = options.repository()
    say(*overlooked(repository.root, repository.ids))
    output = OutFile("--json", options.json, repository)
    entries = faults.each(entry, faults.each(repository.problem, repository.ids))
    write_json(output, version=VERSION, problems=entries, faults=faults.lines())
    if entries and options.json != STDOUT:
        options.screen().table(HEADER, list(map(row, entries)), go=("title", "memory"))
    return WRONG_INPUT if faults else OK


def entry(problem: Problem) -> dict[str, Any]:
    """The JSON object of a problem; without a reference solution, its size is null."""
    size = None
    with contextlib.suppress(InputError):
        size = solution(problem).path.stat().st_size
    return {
        "problem": problem.id,
        "title": problem.title,
        "cases": len(formats.cases(problem.test_data)),
        "time_s": problem.limits.time,
        "memory_bytes": problem.limits.memory,
        "solution_bytes": size,
    }


def row(found: dict[str, Any]) -> tuple[str, ...]:
    """The line of a problem."""
    size = "-" if found["solution_bytes"] is None else f"{found['solution_bytes']} bytes"
    limits = f"{found['time_s']:g} s", f"{found['memory_bytes'] // MEBIBYTE} MiB"
    return found["problem"], one_line(found["title"]), str(found["cases"]), *limits, size
