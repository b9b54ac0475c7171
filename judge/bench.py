"""The command `bench`: how fast right answers are on one large generated input, side by side."""

import argparse
import hashlib
import json
import shutil
import statistics
import sys
from pathlib import Path
from typing import Any, NamedTuple

from judge import languages
from judge.catalog import Catalog
from judge.errors import InputError
from judge.execution import Program
from judge.generated import LIMITS, make_input
from judge.judging import Built, Session, Settings
from judge.model import MEBIBYTE, Problem, Run, Submission
from judge.outfile import STDOUT, OutFile
from judge.selection import guess_problem
from judge.terminal import Screen
from judge.verdict import decide

VERSION = 1
MEGABYTE = 1_000_000  # bytes


class Measured(NamedTuple):
    """The runs of one submission: seconds by the clock and of CPU, and bytes of memory at the peak."""

    built: Built
    wall_s: list[float]
    cpu_s: list[float]
    memory_bytes: list[int]


class Race(NamedTuple):
    """All submissions of one problem on one input; `floor_s` are the times of copying its bytes."""

    problem: Problem
    size: int
    input_bytes: int
    floor_s: list[float]
    measured: list[Measured]


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
    output = OutFile("--json", options.json) if options.json is not None else None
    try:
        races = []
        used = {languages.language_of(one.path) for field in fields for one in field}
        with Session(settings, catalog.root, used) as session:
            note = session.wait()
            if note is not None:
                print(f"judge: {note}", file=sys.stderr)
            for field in fields:
                races.append(race(session, catalog, field, options))
                show(screen, races[-1])
        if output is not None:
            output.write(json.dumps(document(races, options), indent=1) + "\n")
    finally:
        if output is not None:
            output.discard()
    return 0


def entrants(catalog: Catalog, problem_id: str, given: list[tuple[Path, str]]) -> list[Submission]:
    """Return the reference solution, the other accepted answers, and what the user has named."""
    problem = catalog.problem(problem_id)
    accepted = sorted((catalog.definition(problem_id) / "submissions/accepted").iterdir())
    paths = [problem.solution, *(path for path in accepted if path.is_file())]
    paths += [path for path, its_problem in given if its_problem == problem_id]
    return [Submission(path, shown(path, catalog.root), problem, ()) for path in paths]


def shown(path: Path, root: Path) -> str:
    """Return a path as short as it can be written."""
    return str(path.relative_to(root)) if path.is_relative_to(root) else str(path)


def race(session: Session, catalog: Catalog, field: list[Submission], options: argparse.Namespace) -> Race:
    """Run all submissions in turn, again and again. Raises InputError unless all print the same."""
    problem = field[0].problem
    stdin = make_input(catalog, problem.id, options.seed, options.size)
    copier = Program((shutil.which("cat") or "/bin/cat",), None)
    measured = [Measured(session.build(submission), [], [], []) for submission in field]
    answers = {one.built.submission.target: warm_up(session, one.built, stdin) for one in measured}
    first, *others = answers
    for other in others:
        if answers[other] != answers[first]:
            raise InputError(f"{problem.id}: {first} and {other} print different answers; judge them first")
    floor: list[float] = []
    for _ in range(options.runs):
        floor.append(session.discard_output(copier, stdin, LIMITS).wall_s)
        for one in measured:
            assert one.built.program is not None
            run = session.discard_output(one.built.program, stdin, LIMITS)
            one.wall_s.append(run.wall_s)
            one.cpu_s.append(run.cpu_s)
            one.memory_bytes.append(run.memory_bytes)
    return Race(problem, options.size, len(stdin), floor, measured)


def warm_up(session: Session, built: Built, stdin: bytes) -> bytes:
    """Run a submission once; return a hash of its output. Raises InputError when it fails."""
    target = built.submission.target
    if built.program is None:
        raise InputError(f"{target}: {built.verdict.words}; judge it first")
    run, printed = session.output(built, stdin, LIMITS)
    complain_about(target, run)
    return hashlib.sha256(printed).digest()


def complain_about(target: str, run: Run) -> None:
    """Raise InputError when a run has failed."""
    verdict, note = decide(run, LIMITS, None)
    if note is not None:
        raise InputError(f"{target}: {verdict.words}: {note}; judge it first")


def show(screen: Screen, race: Race) -> None:
    """Print a table of the runs of a problem and, on a terminal, a chart."""
    fastest = min(statistics.median(one.wall_s) for one in race.measured)
    header = ("submission", "median", "spread", "CPU", "records/s", "MB/s", "memory", "ratio")
    rows = []
    for one in race.measured:
        wall = statistics.median(one.wall_s)
        rows.append(
            (
                one.built.submission.target,
                f"{wall:.3f} s",
                f"{min(one.wall_s):.3f}-{max(one.wall_s):.3f}",
                f"{statistics.median(one.cpu_s):.3f} s",
                f"{race.size / wall:,.0f}",
                f"{race.input_bytes / MEGABYTE / wall:.1f}",
                f"{max(one.memory_bytes) / MEBIBYTE:.1f} MiB",
                f"{wall / fastest:.2f}",
            )
        )
    floor = statistics.median(race.floor_s)
    runs = len(race.floor_s)
    title = f"{race.problem.id}: {race.size:,} records, {race.input_bytes / MEGABYTE:.1f} MB, {runs} runs"
    screen.print([[(title, "bold")], [(f"copying the input takes {floor:.3f} s", "")]])
    screen.table(header, rows if screen.interactive else [header, *rows])
    screen.bars(
        [(row[0], statistics.median(one.wall_s)) for row, one in zip(rows, race.measured, strict=True)]
    )


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
    wall = statistics.median(one.wall_s)
    fastest = min(statistics.median(other.wall_s) for other in race.measured)
    return {
        "submission": one.built.submission.target,
        "language": one.built.language,
        "wall_s": {"median": wall, "min": min(one.wall_s), "max": max(one.wall_s)},
        "cpu_s": {"median": statistics.median(one.cpu_s), "min": min(one.cpu_s), "max": max(one.cpu_s)},
        "memory_bytes": max(one.memory_bytes),
        "records_per_s": race.size / wall,
        "mb_per_s": race.input_bytes / MEGABYTE / wall,
        "ratio": wall / fastest,
    }
