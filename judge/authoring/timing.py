"""Times accepted programs in turn on one large generated input."""

import shutil
import statistics
from collections.abc import Callable, Sequence
from typing import Any

from judge.authoring.generated import right_answer
from judge.authoring.inventory import by_folder, installed
from judge.authoring.parts import GENEROUS, LARGE, Parts
from judge.core import files
from judge.core.errors import InputError
from judge.core.judging import Judge, Runner
from judge.core.model import Case, CaseResult, Problem, Submission, Verdict, wall_limit
from judge.report.styled import lines_of
from judge.sandbox import Limits, Program, Run

MEGABYTE = 1_000_000  # bytes
LARGE_INPUT = 100_000  # bytes: below, start-up outweighs the speed of reading
SIZES = [20_000 >> halvings for halvings in range(6)]
SEED = 1
SLOWEST = 10  # limits are at least this multiple of the reference solution's time and memory


def has_generator(problem: Problem) -> bool:
    return files.exists(problem.folder / "generator.py")


def field(problem: Problem, given: Sequence[Submission], say: Callable[[str], None]) -> list[Submission]:
    """The reference solution, the other accepted programs, and the given ones for this problem."""
    accepted = installed(by_folder(problem)["accepted"], say)
    if not accepted:
        raise InputError(f"{problem.id}: none of its accepted programs can run here; install a language")
    return accepted + [one for one in given if one.problem == problem]


def measure(judge: Judge, submissions: Sequence[Submission], size: int | None, count: int) -> dict[str, Any]:
    """Run all submissions of a problem in turn, `count` times; return its object in the JSON document.

    Without a size, the input has the largest valid one of SIZES. The first submission is trusted. `copy_s` is
    the time `cat` takes for the input; the figures of a submission that has failed are None.
    """
    problem = submissions[0].problem
    with judge.screen.progress(count * len(submissions), f"runs of {problem.id}") as advance:
        trusted = Runner(judge.session, submissions[0], limits=GENEROUS)
        case, is_valid = make_input(judge, problem, size)
        advice = f"judge it first, with 'judge run {submissions[0].target}'"
        right = right_answer(trusted, case.stdin, advice, case.args)
        case = case._replace(stdout=right.output)
        limits = sensible_limits(judge.session.settings.limits(problem.limits), right.run)
        # Not those of `judge`: figures are never recalled.
        runners = [Runner(judge.session, one, limits=limits) for one in submissions]
        copier = Program((shutil.which("cat") or "/bin/cat",), judge.session.new_folder())
        copy_s: list[float] = []
        results: list[list[CaseResult]] = [[] for _ in runners]
        for _ in range(count):
            copy_s.append(judge.session.run(copier, GENEROUS, case.stdin, None).wall_s)
            for one, done in zip(runners, results, strict=True):
                # A program that has failed is not run again.
                if one.build() is None and (not done or done[-1].verdict is Verdict.AC):
                    done.append(one.run(case))
                advance()
    rows = [row(one, done, case.stdin) for one, done in zip(runners, results, strict=True)]
    figures = [one["figures"] for one in rows if one["figures"] is not None]
    fastest_s = min((one["wall_s"]["median"] for one in figures), default=0.0)
    for one in figures:
        one["ratio"] = one["wall_s"]["median"] / fastest_s
    return {
        "problem": problem.id,
        "input_bytes": len(case.stdin),
        "input_lines": lines_of(case.stdin),  # the last may lack its newline
        "input_valid": is_valid,
        "copy_s": statistics.median(copy_s),
        "submissions": rows,
    }


def make_input(judge: Judge, problem: Problem, given: int | None) -> tuple[Case, bool]:
    """Generate an input; report one that is larger than the validator allows."""
    parts = Parts(judge.session, problem)
    for size in SIZES if given is None else [given]:
        ((text, refusal, _),) = parts.draw([(SEED, size)], LARGE)
        if refusal is None:
            return parts.case("generated", text), True
    note = f"the validator rejects this input ({refusal}); measuring with it anyway"
    judge.screen.say(f"{problem.id}: {note}")
    return parts.case("generated", text), False


def sensible_limits(limits: Limits, run: Run) -> Limits:
    """The problem's limits, raised to multiples of the reference solution's figures."""
    time = max(limits.time, SLOWEST * run.cpu_s)
    memory = max(limits.memory, min(SLOWEST * run.memory_bytes, GENEROUS.memory))  # a machine has that
    return Limits(time, max(limits.wall, wall_limit(time)), memory, max(limits.output, 2 * run.output_bytes))


def row(runner: Runner, results: Sequence[CaseResult], stdin: bytes) -> dict[str, Any]:
    """The object of a submission in the JSON document; rates are None for a small input."""
    submission, figures = runner.submission, None
    verdict, note = runner.failure or (results[-1].verdict, results[-1].note)
    if verdict is Verdict.AC:
        runs = [result.run for result in results]
        wall_s = spread([run.wall_s for run in runs])
        speed = 1 / wall_s["median"] if len(stdin) >= LARGE_INPUT else None
        figures = {
            "wall_s": wall_s,
            "cpu_s": spread([run.cpu_s for run in runs]),
            "memory_bytes": max(run.memory_bytes for run in runs),
            "lines_per_s": speed and lines_of(stdin) * speed,
            "mb_per_s": speed and len(stdin) / MEGABYTE * speed,
        }
    return {
        "submission": submission.target,
        "language": submission.language.id,
        "source_bytes": len(submission.content or b"") or submission.path.stat().st_size,
        "verdict": verdict,
        "note": note,
        "figures": figures,
    }


def spread(values: Sequence[float]) -> dict[str, float]:
    return {"median": statistics.median(values), "min": min(values), "max": max(values)}
