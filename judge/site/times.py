"""How long right programs take and how much memory, side by side as `bench` measures them."""

import argparse
import shutil
import statistics
from pathlib import Path
from typing import Any, NamedTuple

from judge.authoring import parts
from judge.authoring.leftovers import programs
from judge.authoring.timing import amount
from judge.commands import bench
from judge.core import languages
from judge.core.errors import InputError
from judge.core.model import Problem
from judge.core.session import Session
from judge.report.terminal import Screen
from judge.site.cache import Cache

MEASURE = argparse.Namespace(seed=1, size=20_000, runs=3)


class Figures(NamedTuple):
    """The median of the seconds of CPU of a program, and its peak of memory in bytes."""

    cpu_s: float
    memory_bytes: int


class Times(NamedTuple):
    """Figures by the names that programs have in the repository, on which input, or why there are none."""

    figures: dict[str, Figures]
    about: str


def measured(session: Session, screen: Screen, cache: Cache, problem: Problem) -> Times:
    """Return the times of the right programs of a problem."""
    if not (problem.folder / "generator.py").exists():
        return Times({}, "There is no generator, so there is no large input to take times on.")
    paths = [problem.solution, *programs(problem.submissions / "accepted")]
    sources = [(problem.shown(path), path.read_bytes(), is_installed(path)) for path in paths]
    recipe = sorted(vars(MEASURE).items())
    key = cache.key("times", recipe, problem._replace(root=Path()), parts.sources(problem), sources)
    times = cache.get(key, as_times)
    if times is None:
        try:
            times = measure(session, screen, problem)
        except InputError as error:
            return Times({}, f"No times could be taken: {error}.")
        cache.put(key, times)
    return times


def measure(session: Session, screen: Screen, problem: Problem) -> Times:
    """Run all programs several times on one large input. Raises InputError."""
    field = bench.field(problem, [])
    with screen.progress(MEASURE.runs * len(field), f"runs of {problem.id}") as advance:
        done = bench.measure(session, field, MEASURE, advance)
    figures = {
        row.submission.target: Figures(statistics.median(row.figures.cpu_s), row.figures.memory_bytes)
        for row in done.rows
        if row.figures is not None
    }
    lines = f"{done.lines:,} line{'s' * (done.lines != 1)}"
    about = f"CPU time and memory on a generated input of {lines} ({amount(len(done.stdin))}), "
    return Times(figures, f"{about}the median of {MEASURE.runs} runs.")


def as_times(value: Any) -> Times:
    """Return times as JSON has them."""
    figures, about = value
    return Times(
        {str(name): Figures(float(cpu), int(peak)) for name, (cpu, peak) in figures.items()}, str(about)
    )


def is_installed(path: Path) -> bool:
    """Tell whether a program can be run on this machine."""
    language = languages.language_of(path)
    return language.id == "python" or shutil.which(language.version[0]) is not None
