"""Is the oracle right where answers are written down? Only then it may answer generated inputs."""

from collections.abc import Callable, Sequence
from pathlib import Path

from judge.core.building import build, driver_line, last_words, run_case
from judge.core.model import Case, CaseResult, Problem, Submission, Verdict
from judge.core.session import Session


def fault(
    session: Session,
    problem: Problem,
    cases: Sequence[Case],
    is_generating: bool,
    again: Callable[[Path], str],
) -> str | None:
    """Return how the naive program, or the driver that runs it, fails on written cases; None: not at all.

    Unless cases are generated, only a driver is tried, with the reference solution. `again` returns the
    command that judges a program. Raises InputError.
    """
    if not is_generating and problem.driver is None:
        return None
    path = problem.naive if is_generating else problem.solution
    plain = [case for case in cases if case.generated is None]
    shown = problem.shown(path)
    failed = first_failure(session, problem, path, plain)
    if failed is None:
        return None
    what = f"{failed.verdict} at '{failed.case.name}'"
    if problem.driver is not None:
        driver = problem.shown(problem.driver)
        line = driver_line(failed.run)
        if line is not None:
            return f"{driver}:{line}: {last_words(failed.run)} (it runs {shown}); repair one of them"
        others = [one for one in (problem.solution, problem.naive) if one != path]
        if all(first_failure(session, problem, one, [failed.case]) for one in others):
            names = " and ".join([shown, *map(problem.shown, others)])
            return f"{driver}: with it {names} are {what} ({failed.note}); repair it, or all of them"
    return f"{shown} should be AC, but is {what}; run it with: {again(path)}"


def first_failure(session: Session, problem: Problem, path: Path, cases: Sequence[Case]) -> CaseResult | None:
    """Return the first result of a program that is not AC; None if there is none, or nothing to be run."""
    built = build(session, Submission(path, problem.shown(path), problem), fork=True)
    if built.program is None:
        return None
    results = (run_case(session, built, case) for case in cases)
    return next((one for one in results if one.verdict is not Verdict.AC), None)
