"""Times accepted programs in turn on one large generated input."""

import shutil
import statistics
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from judge.authoring.generated import right_answer
from judge.authoring.parts import GENEROUS, LARGE, Parts
from judge.authoring.submissions import installed, programs
from judge.core.judging import Judge, Runner
from judge.core.model import Case, CaseResult, Problem, Submission, Verdict, wall_limit
from judge.core.repository import solution, submission
from judge.sandbox import Limits, Program, Run

MEGABYTE = 1_000_000  # bytes
LARGE_INPUT = 100_000  # bytes: below, start-up outweighs the speed of reading
SIZES = [20_000 >> halvings for halvings in range(6)]
SLOWEST = 10  # limits are at least this multiple of the reference solution's time and memory


class Recipe(NamedTuple):
    """The input to measure on, without a size the largest valid one of SIZES, and the number of runs."""

    seed: int
    size: int | None
    runs: int


class Timing(NamedTuple):
    """A submission with its figures; without figures, verdict and reason.

    The figures are those of the JSON document.
    """

    submission: Submission
    verdict: Verdict
    note: str | None
    figures: dict[str, Any] | None

    @property
    def source_bytes(self) -> int:
        content = self.submission.content
        return self.submission.path.stat().st_size if content is None else len(content)


class Bench(NamedTuple):
    """The submissions of a problem on one input; `copy_s` is the time `cat` takes for it."""

    problem: Problem
    stdin: bytes
    is_valid: bool
    copy_s: float
    rows: list[Timing]

    @property
    def lines(self) -> int:
        """The number of lines; the last may lack its newline."""
        return self.stdin.count(b"\n") + (not self.stdin.endswith(b"\n"))


def has_generator(problem: Problem) -> bool:
    return (problem.folder / "generator.py").exists()


def field(problem: Problem, given: Sequence[Submission], say: Callable[[str], None]) -> list[Submission]:
    """The reference solution, the other accepted programs, and the given ones for this problem."""
    paths = programs(problem.folder / "submissions/accepted", problem.root)
    accepted = [solution(problem), *(submission(problem, path) for path in paths)]
    return installed(accepted, say) + [one for one in given if one.problem == problem]


def measure(judge: Judge, submissions: Sequence[Submission], recipe: Recipe) -> Bench:
    """Run all submissions in turn, several times. The first is trusted."""
    problem = submissions[0].problem
    with judge.screen.progress(recipe.runs * len(submissions), f"runs of {problem.id}") as advance:
        runners = [Runner(judge.session, one) for one in submissions]  # figures are never recalled
        case, is_valid = make_input(judge, problem, recipe)
        advice = f"judge it first, with 'judge run {submissions[0].target}'"
        stdout, run = right_answer(runners[0], case.stdin, advice, case.args)
        case = case._replace(stdout=stdout)
        limits = sensible_limits(runners[0].limits, run)
        copier = Program((shutil.which("cat") or "/bin/cat",), judge.session.new_folder())
        copy_s: list[float] = []
        results: list[list[CaseResult]] = [[] for _ in runners]
        for _ in range(recipe.runs):
            copy_s.append(judge.session.run(copier, GENEROUS, case.stdin, None, ()).wall_s)
            for one, done in zip(runners, results, strict=True):
                # A program that has failed is not run again.
                if one.build() is None and (not done or done[-1].verdict is Verdict.AC):
                    done.append(one.run(case, limits))
                advance()
    bench = Bench(problem, case.stdin, is_valid, statistics.median(copy_s), [])
    bench.rows.extend(summary(bench, *pair) for pair in zip(runners, results, strict=True))
    figures = [row.figures for row in bench.rows if row.figures is not None]
    fastest_s = min((one["wall_s"]["median"] for one in figures), default=0.0)
    for each in figures:
        each["ratio"] = each["wall_s"]["median"] / fastest_s
    return bench


def make_input(judge: Judge, problem: Problem, recipe: Recipe) -> tuple[Case, bool]:
    """Generate an input, and say if it is not valid: it may be larger than the validator allows."""
    parts = Parts(judge.session, problem)
    for size in SIZES if recipe.size is None else [recipe.size]:
        ((text, refusal, _),) = parts.draw([(recipe.seed, size)], LARGE)
        if refusal is None:
            return parts.case("generated", text), True
    note = f"the validator refuses this input ({refusal}); it is measured all the same"
    judge.screen.say(f"{problem.id}: {note}")
    return parts.case("generated", text), False


def sensible_limits(limits: Limits, run: Run) -> Limits:
    """The problem's limits, raised where the reference solution's run shows that the input is large."""
    time = max(limits.time, SLOWEST * run.cpu_s)
    memory, output = max(limits.memory, SLOWEST * run.memory_bytes), max(limits.output, 2 * run.output_bytes)
    return Limits(time, max(limits.wall, wall_limit(time)), memory, output)


def summary(bench: Bench, runner: Runner, results: Sequence[CaseResult]) -> Timing:
    """The row of a submission; rates are known of a large input only."""
    if runner.failure is not None:
        return Timing(runner.submission, runner.failure.verdict, runner.failure.message, None)
    last, runs, size = results[-1], [result.run for result in results], len(bench.stdin)
    if last.verdict is not Verdict.AC:
        return Timing(runner.submission, last.verdict, last.note, None)
    wall_s = spread([run.wall_s for run in runs])
    figures = {
        "wall_s": wall_s,
        "cpu_s": spread([run.cpu_s for run in runs]),
        "memory_bytes": max(run.memory_bytes for run in runs),
        "lines_per_s": bench.lines / wall_s["median"] if size >= LARGE_INPUT else None,
        "mb_per_s": size / MEGABYTE / wall_s["median"] if size >= LARGE_INPUT else None,
    }
    return Timing(runner.submission, last.verdict, last.note, figures)


def spread(values: Sequence[float]) -> dict[str, float]:
    return {"median": statistics.median(values), "min": min(values), "max": max(values)}


def amount(count: int) -> str:
    return f"{count / MEGABYTE:.1f} MB" if count >= LARGE_INPUT else f"{count:,} bytes"
