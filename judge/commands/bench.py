"""The command `bench`: time correct programs on one large generated input, side by side."""

from typing import Any

from judge.authoring import timing
from judge.command_line import options as shared
from judge.command_line.out_file import OutFile, write_json
from judge.core.errors import FAILED, OK, WRONG_INPUT, Faults
from judge.core.judging import Judge
from judge.core.model import MEBIBYTE
from judge.report.styled import counted, readable
from judge.report.terminal import Screen, say

VERSION = 2  # of the JSON document
HEADER = ("submission", "bytes", "median", "spread", "CPU", "MB/s", "memory", "ratio")
GO = ("bytes", "spread", "CPU", "MB/s", "memory")  # columns, on a narrow screen


def add_options(add: shared.Add) -> None:
    about = "problems, or files to compare with their accepted programs (default: all problems)"
    add("targets", nargs="*", metavar="ID or FILE", help=about)
    shared.add_problem(add)
    shared.add_machine(add)
    shared.add_json(add, "the figures")
    about = f"size of the input (default: {timing.SIZES[0]}, halved until it is valid)"
    add("--size", type=shared.integer, metavar="N", help=about)
    add("--runs", type=shared.integer, default=7, metavar="N", help="runs of each program (default: 7)")


def main(options: shared.Options) -> int:
    repository, settings, screen = options.prepared(options.targets, out=options.json)
    faults = Faults(say)
    named = options.submissions(repository, faults)
    problems = list(dict.fromkeys(one.problem for one in named))
    given = [one for one in named if one.target != one.problem.id]
    if not options.targets:
        for problem in [one for one in problems if not timing.has_generator(one)]:
            say(f"{problem.id} is left out: it has no generator")
            problems.remove(problem)
    fields = faults.each(lambda problem: timing.field(problem, given, say), problems)
    everyone = [one for submissions in fields for one in submissions]
    done = []
    output = OutFile("--json", options.json, repository, *(one.path for one in everyone))
    with Judge(settings, repository.root, screen) as judge:
        for submissions in fields:
            with faults.told():
                done.append(timing.measure(judge, submissions, options.size, options.runs))
                show(screen, done[-1], options.runs)
        recipe = {"seed": timing.SEED, "size": options.size, "runs": options.runs}
        write_json(output, version=VERSION, **recipe, problems=done, faults=faults.lines())
    if faults:
        return WRONG_INPUT
    return OK if all(row["figures"] for bench in done for row in bench["submissions"]) else FAILED


def show(screen: Screen, bench: dict[str, Any], runs: int) -> None:
    """Print a table of the submissions of a problem, and why some have no figures."""
    lines = bench["input_lines"]
    size = f"{lines:,} line{'s' * (lines != 1)}, {bench['input_bytes']:,} bytes"
    title = f"{bench['problem']}: {size}, {counted(runs, 'run')}"
    screen.print([[(title, "bold")], [(f"copying the input takes {bench['copy_s']:.3f} s", "")]])
    screen.table(HEADER, [cells(row) for row in bench["submissions"]], titled=True, go=GO)
    for row in bench["submissions"]:
        if row["figures"] is None:
            words = f"{row['submission']}: {row['verdict'].words}: {row['note']}"
            screen.print([[(readable(words), "")]])


def cells(row: dict[str, Any]) -> tuple[str, ...]:
    """The cells of a row of the table."""
    figures = row["figures"]
    first = (readable(row["submission"]), f"{row['source_bytes']:,}")
    if figures is None:
        return (*first, row["verdict"], *["-"] * (len(HEADER) - 3))
    wall, speed = figures["wall_s"], figures["mb_per_s"]
    return (
        *first,
        f"{wall['median']:.3f} s",
        f"{(wall['max'] - wall['min']) / wall['median']:.0%}",
        f"{figures['cpu_s']['median']:.3f} s",
        "-" if speed is None else f"{speed:,.1f}",
        f"{figures['memory_bytes'] / MEBIBYTE:.1f} MiB",
        f"{figures['ratio']:.2f}",
    )
