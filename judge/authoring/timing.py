"""How fast right answers are: programs run in turn on one large generated input."""

import shutil
import statistics
from collections.abc import Callable, Sequence
from typing import NamedTuple

from judge.authoring.generated import right_answer
from judge.authoring.parts import GENEROUS, LARGE, Parts
from judge.authoring.submissions import installed, programs
from judge.core.judging import Judge, Runner
from judge.core.model import Case, CaseResult, Problem, Submission, Verdict
from judge.core.repository import solution, submission
from judge.sandbox import Limits, Program, Run

MEGABYTE = 1_000_000  # bytes
LARGE_INPUT = 100_000  # bytes: a smaller one tells how long a program takes to start, not how fast it reads
SLOWEST = 10  # times what the reference solution takes: others may take that much, or the problem's limits


class Recipe(NamedTuple):
    """The input to measure on, and how often."""

    seed: int
    size: int
    runs: int


class Figures(NamedTuple):
    """Several runs of a right program: seconds by the clock and of CPU, peak of memory in bytes."""

    wall_s: list[float]
    cpu_s: list[float]
    memory_bytes: int

    @property
    def median_s(self) -> float:
        """The median of the seconds by the clock."""
        return statistics.median(self.wall_s)


class Row(NamedTuple):
    """One submission: its figures, or the verdict and the reason why it has none."""

    submission: Submission
    verdict: Verdict
    note: str | None
    figures: Figures | None

    @property
    def source_bytes(self) -> int:
        """The size of its source."""
        content = self.submission.content
        return self.submission.path.stat().st_size if content is None else len(content)


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


def has_generator(problem: Problem) -> bool:
    """Whether inputs can be made for a problem."""
    return (problem.folder / "generator.py").exists()


def field(problem: Problem, given: Sequence[Submission], say: Callable[[str], None]) -> list[Submission]:
    """The reference solution, the other accepted programs, and those that the user has named."""
    paths = programs(problem.submissions / "accepted", problem.root)
    accepted = [solution(problem), *(submission(problem, path) for path in paths)]
    return installed(accepted, say) + [one for one in given if one.problem == problem]


def measure(judge: Judge, submissions: Sequence[Submission], recipe: Recipe) -> Bench:
    """Run all submissions in turn, again and again. The first is held to be right. Raises InputError."""
    problem = submissions[0].problem
    with judge.screen.progress(recipe.runs * len(submissions), f"runs of {problem.id}") as advance:
        runners = [Runner(judge.session, one) for one in submissions]  # figures are never recalled
        case = make_input(judge, problem, recipe)
        advice = f"judge it first, with 'judge run {submissions[0].target}'"
        stdout, run = right_answer(runners[0], case.stdin, advice, case.args)
        case = case._replace(stdout=stdout)
        limits = sensible_limits(runners[0].limits, run)
        copier = Program((shutil.which("cat") or "/bin/cat",), None)
        copy_s: list[float] = []
        results: list[list[CaseResult]] = [[] for _ in runners]
        for _ in range(recipe.runs):
            copy_s.append(judge.session.run(copier, GENEROUS, case.stdin, None, ()).wall_s)
            for one, done in zip(runners, results, strict=True):
                # Whatever has failed once is not run again.
                if one.build() is None and (not done or done[-1].verdict is Verdict.AC):
                    done.append(one.run(case, limits))
                advance()
    rows = [summary(one, done) for one, done in zip(runners, results, strict=True)]
    return Bench(problem, case.stdin, statistics.median(copy_s), rows)


def make_input(judge: Judge, problem: Problem, recipe: Recipe) -> Case:
    """A generated input. It may be longer than the validator allows, so that start-up hardly counts.

    A line says so. Raises InputError.
    """
    parts = Parts(judge.session, problem)
    ((text, complaint),) = parts.draw([(recipe.seed, recipe.size)], LARGE)
    if complaint is not None:
        words = f"the validator refuses this input ({complaint}); it is measured all the same"
        judge.screen.say(f"{problem.id}: {words}")
    return parts.case("generated", text)


def sensible_limits(limits: Limits, run: Run) -> Limits:
    """A problem's limits, or more where the reference solution's run shows that the input is large."""
    time = max(limits.time, SLOWEST * run.cpu_s)
    return Limits(
        time=time,
        wall=max(limits.wall, 2 * time + 1),
        memory=max(limits.memory, SLOWEST * run.memory_bytes),
        output=max(limits.output, 2 * run.output_bytes),
    )


def summary(runner: Runner, results: Sequence[CaseResult]) -> Row:
    """The outcome of the runs of a submission."""
    if runner.failure is not None:
        return Row(runner.submission, runner.failure.verdict, runner.failure.message, None)
    last = results[-1]
    figures = None
    if last.verdict is Verdict.AC:
        runs = [result.run for result in results]
        peak = max(run.memory_bytes for run in runs)
        figures = Figures([run.wall_s for run in runs], [run.cpu_s for run in runs], peak)
    return Row(runner.submission, last.verdict, last.note, figures)


def amount(count: int) -> str:
    """A number of bytes for people."""
    return f"{count / MEGABYTE:.1f} MB" if count >= LARGE_INPUT else f"{count:,} bytes"
