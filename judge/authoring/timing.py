"""What `bench` reports: figures of programs on one input, as a table, a chart and a JSON document."""

import statistics
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from judge.core.model import MEBIBYTE, Problem, Submission, Verdict
from judge.report.escape import readable
from judge.report.styled import counted
from judge.report.terminal import Screen

VERSION = 2  # of the JSON document
MEGABYTE = 1_000_000  # bytes
LARGE = 100_000  # bytes: a smaller input tells how long a program takes to start, not how fast it reads
HEADER = ("submission", "bytes", "median", "spread", "CPU", "MB/s", "memory", "ratio")


class Figures(NamedTuple):
    """What a right program took in several runs: seconds by the clock and of CPU, bytes of memory."""

    wall_s: list[float]
    cpu_s: list[float]
    memory_bytes: int

    @property
    def median_s(self) -> float:
        """The median of the seconds by the clock."""
        return statistics.median(self.wall_s)

    @property
    def spread(self) -> float:
        """How far the slowest run is from the fastest, as a part of the median."""
        return (max(self.wall_s) - min(self.wall_s)) / self.median_s


class Row(NamedTuple):
    """One submission: its figures, or the verdict and the reason why it has none."""

    submission: Submission
    language: str
    verdict: Verdict
    note: str | None
    figures: Figures | None

    @property
    def source_bytes(self) -> int:
        """The size of its source."""
        return self.submission.path.stat().st_size


class Bench(NamedTuple):
    """All submissions of one problem on one input; `copy_s` is the time of copying its bytes."""

    problem: Problem
    stdin: bytes
    copy_s: float
    rows: list[Row]

    @property
    def fastest_s(self) -> float:
        """The smallest median."""
        return min(row.figures.median_s for row in self.rows if row.figures is not None)

    @property
    def lines(self) -> int:
        """How many lines the input has; the last may lack its newline."""
        return self.stdin.count(b"\n") + (not self.stdin.endswith(b"\n"))

    def per_s(self, amount: float, figures: Figures) -> float | None:
        """Return how much of this amount a program reads a second, if the input is large enough to tell."""
        return amount / figures.median_s if len(self.stdin) >= LARGE else None

    def lines_per_s(self, figures: Figures) -> float | None:
        """Return how many lines a program reads a second."""
        return self.per_s(self.lines, figures)

    def mb_per_s(self, figures: Figures) -> float | None:
        """Return how many megabytes a program reads a second."""
        return self.per_s(len(self.stdin) / MEGABYTE, figures)

    def ratio(self, figures: Figures) -> float:
        """Return how many times as long as the fastest a program takes."""
        return figures.median_s / self.fastest_s


def show(screen: Screen, bench: Bench, runs: int) -> None:
    """Print a table of the submissions of a problem, why some have no figures and, on a terminal, a chart."""
    size = f"{bench.lines:,} line{'s' * (bench.lines != 1)}, {amount(len(bench.stdin))}"
    title = f"{bench.problem.id}: {size}, {counted(runs, 'run')}"
    screen.print([[(title, "bold")], [(f"copying the input takes {bench.copy_s:.3f} s", "")]])
    screen.table(HEADER, [cells(bench, row) for row in bench.rows], titled=True)
    for row in bench.rows:
        if row.figures is None:
            words = f"{row.submission.target}: {row.verdict.words}: {row.note}"
            screen.print([[(readable(words), "")]])
    if screen.interactive:
        draw_bars(screen, bench)


def cells(bench: Bench, row: Row) -> tuple[str, ...]:
    """Return the cells of a row of the table."""
    first = (readable(row.submission.target), f"{row.source_bytes:,}")
    if row.figures is None:
        return (*first, row.verdict, *["-"] * (len(HEADER) - 3))
    figures = row.figures
    speed = bench.mb_per_s(figures)
    return (
        *first,
        f"{figures.median_s:.3f} s",
        f"{figures.spread:.0%}",
        f"{statistics.median(figures.cpu_s):.3f} s",
        "-" if speed is None else f"{speed:,.1f}",
        f"{figures.memory_bytes / MEBIBYTE:.1f} MiB",
        f"{bench.ratio(figures):.2f}",
    )


def amount(count: int) -> str:
    """Return a number of bytes for people."""
    return f"{count / MEGABYTE:.1f} MB" if count >= LARGE else f"{count:,} bytes"


def draw_bars(screen: Screen, bench: Bench) -> None:
    """Draw the medians of a problem as bars."""
    from rich.bar import Bar
    from rich.table import Table

    chart = Table.grid(padding=(0, 2))
    rows = [(row.submission.target, row.figures.median_s) for row in bench.rows if row.figures is not None]
    for target, median_s in rows:
        name = "/".join(Path(target).parts[-2:])
        chart.add_row(readable(name), Bar(max(median for _, median in rows), 0, median_s))
    screen.console.print(chart, new_line_start=True)


def document(done: Sequence[Bench], seed: int, size: int, runs: int) -> dict[str, Any]:
    """Return the JSON document."""
    return {
        "version": VERSION,
        "seed": seed,
        "size": size,
        "runs": runs,
        "problems": [
            {
                "problem": bench.problem.id,
                "input_bytes": len(bench.stdin),
                "input_lines": bench.lines,
                "copy_s": bench.copy_s,
                "submissions": [
                    {
                        "submission": row.submission.target,
                        "language": row.language,
                        "source_bytes": row.source_bytes,
                        "verdict": row.verdict,
                        "note": row.note,
                        "figures": figures_of(bench, row.figures) if row.figures is not None else None,
                    }
                    for row in bench.rows
                ],
            }
            for bench in done
        ],
    }


def figures_of(bench: Bench, figures: Figures) -> dict[str, Any]:
    """Return the object of a submission's figures."""

    def spread(values: Sequence[float]) -> dict[str, float]:
        return {"median": statistics.median(values), "min": min(values), "max": max(values)}

    return {
        "wall_s": spread(figures.wall_s),
        "cpu_s": spread(figures.cpu_s),
        "memory_bytes": figures.memory_bytes,
        "lines_per_s": bench.lines_per_s(figures),
        "mb_per_s": bench.mb_per_s(figures),
        "ratio": bench.ratio(figures),
    }
