"""The command `bench`: how fast right answers are on one large generated input, side by side."""

import argparse
import contextlib
import hashlib
import json
import shutil
import statistics
import sys
from pathlib import Path
from typing import Any, NamedTuple

from judge.core import languages
from judge.core.errors import InputError
from judge.core.model import MEBIBYTE, Problem, Submission
from judge.core.problems import Catalog
from judge.core.selection import guess_problem
from judge.core.session import GENEROUS, Built, Session, Settings, demand_success
from judge.report.outfile import STDOUT, OutFile
from judge.report.terminal import Screen, say
from judge.sandbox import Program
from judge.tools import inputs

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
    """All submissions of one problem on one input; `floor_s` are the times of copying its bytes."""

    problem: Problem
    size: int
    input_bytes: int
    floor_s: list[float]
    measured: list[Measured]

    @property
    def fastest_s(self) -> float:
        """The smallest median."""
        return min(one.median_s for one in self.measured)

    def records_per_s(self, one: Measured) -> float:
        """Return how many records a submission processes a second."""
        return self.size / one.median_s

    def mb_per_s(self, one: Measured) -> float:
        """Return how many megabytes of input a submission reads a second."""
        return self.input_bytes / MEGABYTE / one.median_s

    def ratio(self, one: Measured) -> float:
        """Return how many times as long as the fastest a submission takes."""
        return one.median_s / self.fastest_s


def bench(options: argparse.Namespace) -> int:
    """Measure and report; return the exit code."""
    catalog = Catalog(options.root)
    settings = Settings(
        jobs=1, python=languages.interpreter(options.python), sandbox=options.sandbox, fresh=True
    )
    screen = Screen(options.color, sys.stderr if options.json == STDOUT else sys.stdout)
    given = [(Path(name), guess_problem(Path(name), catalog)) for name in options.submission]
    ids = options.targets or sorted({problem_id for _, problem_id in given}) or catalog.ids
    fields = [entrants(catalog, problem_id, given) for problem_id in ids]
    used = {languages.language_of(one.path) for field in fields for one in field}
    races = []
    with contextlib.ExitStack() as stack:
        wanted = options.json is not None
        output = stack.enter_context(OutFile("--json", options.json)) if wanted else None
        session = stack.enter_context(Session(settings, catalog.root, used))
        say(session.wait())
        for field in fields:
            races.append(race(session, catalog, field, options))
            show(screen, races[-1])
        if output is not None:
            output.write(json.dumps(document(races, options), indent=1) + "\n")
    return 0


def entrants(catalog: Catalog, problem_id: str, given: list[tuple[Path, str]]) -> list[Submission]:
    """Return the reference solution, the other accepted answers, and what the user has named."""
    problem = catalog.problem(problem_id)
    accepted = sorted((catalog.definition(problem_id) / "submissions/accepted").iterdir())
    paths = [problem.solution, *(path for path in accepted if path.is_file())]
    paths += [path for path, its_problem in given if its_problem == problem_id]
    return [Submission(path, catalog.shown(path), problem, ()) for path in paths]


def race(session: Session, catalog: Catalog, field: list[Submission], options: argparse.Namespace) -> Race:
    """Run all submissions in turn, again and again. Raises InputError unless all print the same."""
    problem = field[0].problem
    stdin = inputs.make(catalog, problem.id, options.seed, options.size)
    copier = Program((shutil.which("cat") or "/bin/cat",), None)
    measured = [Measured(session.build(submission), [], [], []) for submission in field]
    answers = {
        one.built.submission.target: hashlib.sha256(session.answer(one.built, stdin, ADVICE)).digest()
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
    return Race(problem, options.size, len(stdin), floor, measured)


def show(screen: Screen, race: Race) -> None:
    """Print a table of the runs of a problem and, on a terminal, a chart."""
    header = ("submission", "median", "spread", "CPU", "records/s", "MB/s", "memory", "ratio")
    rows = []
    for one in race.measured:
        rows.append(
            (
                one.built.submission.target,
                f"{one.median_s:.3f} s",
                f"{min(one.wall_s):.3f}-{max(one.wall_s):.3f}",
                f"{statistics.median(one.cpu_s):.3f} s",
                f"{race.records_per_s(one):,.0f}",
                f"{race.mb_per_s(one):.1f}",
                f"{max(one.memory_bytes) / MEBIBYTE:.1f} MiB",
                f"{race.ratio(one):.2f}",
            )
        )
    floor = statistics.median(race.floor_s)
    runs = len(race.floor_s)
    title = f"{race.problem.id}: {race.size:,} records, {race.input_bytes / MEGABYTE:.1f} MB, {runs} runs"
    screen.print([[(title, "bold")], [(f"copying the input takes {floor:.3f} s", "")]])
    screen.table(header, rows, titled=True)
    screen.bars([(one.built.submission.target, one.median_s) for one in race.measured])


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
