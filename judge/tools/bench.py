"""The command `bench`: how fast right answers are on one large generated input, side by side."""

import argparse
import hashlib
import json
import shutil
import statistics
from typing import Any, NamedTuple

from judge.core.building import GENEROUS, Built, answer, build, demand_success
from judge.core.errors import OK, InputError
from judge.core.model import MEBIBYTE, Problem, Submission
from judge.core.problems import Repository
from judge.core.session import Session
from judge.report import options as shared
from judge.report.outfile import OutFile
from judge.report.terminal import Screen, say
from judge.sandbox import Program
from judge.tools.parts import LARGE, Parts

VERSION = 1
MEGABYTE = 1_000_000  # bytes
ADVICE = "judge it first"


class Measured(NamedTuple):
    """The runs of one submission: seconds by the clock and of CPU, and bytes of memory at the peak."""

    built: Built
    wall_s: list[float]
    cpu_s: list[float]
    memory_bytes: list[int]

    @property
    def median_s(self) -> float:
        """The median of the seconds by the clock."""
        return statistics.median(self.wall_s)


class Race(NamedTuple):
    """All submissions of one problem on one input; `floor_s` are the times of copying its bytes.

    `records` is None where the input has fewer lines than records were asked for: it is not made of them.
    """

    problem: Problem
    records: int | None
    input_bytes: int
    floor_s: list[float]
    measured: list[Measured]

    @property
    def fastest_s(self) -> float:
        """The smallest median."""
        return min(one.median_s for one in self.measured)

    def records_per_s(self, one: Measured) -> float | None:
        """Return how many records a submission processes a second, if the input is made of records."""
        return None if self.records is None else self.records / one.median_s

    def mb_per_s(self, one: Measured) -> float:
        """Return how many megabytes of input a submission reads a second."""
        return self.input_bytes / MEGABYTE / one.median_s

    def ratio(self, one: Measured) -> float:
        """Return how many times as long as the fastest a submission takes."""
        return one.median_s / self.fastest_s


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of `bench`."""
    shared.add_common(parser)
    shared.add_ids(parser)
    shared.add_machine(parser)
    shared.add_json(parser, "the figures")
    add = parser.add_argument
    add("--submission", action="append", default=[], metavar="FILE", help="measure this file, too")
    add("--size", type=shared.positive_integer, default=20_000, metavar="N", help="records (default: 20000)")
    add("--seed", type=shared.positive_integer, default=1, metavar="N", help="of the generator (default: 1)")
    add("--runs", type=shared.positive_integer, default=7, metavar="N", help="of each program (default: 7)")


def main(options: argparse.Namespace) -> int:
    """Measure and report; return the exit code. Raises InputError."""
    repository = Repository(options.root)
    settings = shared.settings(options)
    screen = shared.open_screen(options, options.json)
    given = [repository.file(name) for name in options.submission]
    ids = options.targets or sorted({one.problem.id for one in given})
    fields = [entrants(problem, given) for problem in repository.problems(ids)]
    paths = [one.path for field in fields for one in field]
    races = []
    with (
        OutFile("--json", options.json) as output,
        Session(settings, repository.root, paths, say) as session,
    ):
        for field in fields:
            races.append(race(session, field, options))
            show(screen, races[-1])
        output.write(lambda: json.dumps(document(races, options), indent=1) + "\n")
    return OK


def entrants(problem: Problem, given: list[Submission]) -> list[Submission]:
    """Return the reference solution, the other accepted answers, and what the user has named."""
    accepted = sorted((problem.submissions / "accepted").iterdir())
    paths = [problem.solution, *(path for path in accepted if path.is_file())]
    found = [Submission(path, problem.shown(path), problem) for path in paths]
    return found + [one for one in given if one.problem == problem]


def race(session: Session, field: list[Submission], options: argparse.Namespace) -> Race:
    """Run all submissions in turn, again and again. Raises InputError unless all print the same."""
    problem = field[0].problem
    (stdin,) = Parts(session, problem).make([(options.seed, options.size)], LARGE)
    copier = Program((shutil.which("cat") or "/bin/cat",), None)
    measured = [Measured(build(session, submission), [], [], []) for submission in field]
    answers = {
        one.built.submission.target: hashlib.sha256(answer(session, one.built, stdin, ADVICE)).digest()
        for one in measured
    }
    first, *others = answers
    for other in others:
        if answers[other] != answers[first]:
            raise InputError(f"{problem.id}: {first} and {other} print different answers; judge them first")
    floor: list[float] = []
    for _ in range(options.runs):
        floor.append(session.run(copier, GENEROUS, stdin=stdin).wall_s)
        for one in measured:
            assert one.built.program is not None
            run = session.run(one.built.program, GENEROUS, stdin=stdin)
            demand_success(run, one.built.submission.target, ADVICE)
            one.wall_s.append(run.wall_s)
            one.cpu_s.append(run.cpu_s)
            one.memory_bytes.append(run.memory_bytes)
    records = options.size if stdin.count(b"\n") >= options.size else None
    return Race(problem, records, len(stdin), floor, measured)


def show(screen: Screen, race: Race) -> None:
    """Print a table of the runs of a problem and, on a terminal, a chart."""
    header = ("submission", "median", "spread", "CPU", "records/s", "MB/s", "memory", "ratio")
    rows = []
    for one in race.measured:
        rate = race.records_per_s(one)
        rows.append(
            (
                one.built.submission.target,
                f"{one.median_s:.3f} s",
                f"{min(one.wall_s):.3f}-{max(one.wall_s):.3f}",
                f"{statistics.median(one.cpu_s):.3f} s",
                "-" if rate is None else f"{rate:,.0f}",
                f"{race.mb_per_s(one):.1f}",
                f"{max(one.memory_bytes) / MEBIBYTE:.1f} MiB",
                f"{race.ratio(one):.2f}",
            )
        )
    floor = statistics.median(race.floor_s)
    runs = len(race.floor_s)
    records = "" if race.records is None else f"{race.records:,} records, "
    title = f"{race.problem.id}: {records}{race.input_bytes / MEGABYTE:.1f} MB, {runs} runs"
    screen.print([[(title, "bold")], [(f"copying the input takes {floor:.3f} s", "")]])
    screen.table(header, rows, titled=True)
    if screen.interactive:
        draw_bars(screen, race)


def draw_bars(screen: Screen, race: Race) -> None:
    """Draw the medians of a problem as bars."""
    from rich.bar import Bar
    from rich.table import Table

    chart = Table.grid(padding=(0, 2))
    highest = max(one.median_s for one in race.measured)
    for one in race.measured:
        chart.add_row(one.built.submission.target, Bar(highest, 0, one.median_s))
    screen.console.print(chart, new_line_start=True)


def document(races: list[Race], options: argparse.Namespace) -> dict[str, Any]:
    """Return the JSON document."""
    return {
        "version": VERSION,
        "seed": options.seed,
        "size": options.size,
        "runs": options.runs,
        "problems": [
            {
                "problem": race.problem.id,
                "input_bytes": race.input_bytes,
                "copy_s": statistics.median(race.floor_s),
                "submissions": [submission(race, one) for one in race.measured],
            }
            for race in races
        ],
    }


def submission(race: Race, one: Measured) -> dict[str, Any]:
    """Return the object of one submission."""
    return {
        "submission": one.built.submission.target,
        "language": one.built.language,
        "wall_s": {"median": one.median_s, "min": min(one.wall_s), "max": max(one.wall_s)},
        "cpu_s": {"median": statistics.median(one.cpu_s), "min": min(one.cpu_s), "max": max(one.cpu_s)},
        "memory_bytes": max(one.memory_bytes),
        "records_per_s": race.records_per_s(one),
        "mb_per_s": race.mb_per_s(one),
        "ratio": race.ratio(one),
    }
