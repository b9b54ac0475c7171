"""What programs showed when they ran: which case catches which mistake, and how long right programs take."""

import json
import platform
import statistics
import time
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from judge.authoring import parts, timing
from judge.authoring.facts import Facts, Recorded
from judge.authoring.matrix import Matrix
from judge.authoring.timing import Recipe
from judge.core.errors import InputError
from judge.core.model import Case, CaseResult, Problem, Submission, SubmissionResult, Verdict
from judge.report import explain
from judge.report.escape import command_line, one_line
from judge.report.styled import Styled, counted

RECIPE = Recipe(seed=1, size=20_000, runs=3)
LARGE = 1 << 18  # bytes of input and answer


class Outcome(NamedTuple):
    """Failures of a wrong program by case, and one of them explained as in the terminal.

    Large cases that the statement does not name are `untried` where a smaller one catches the program.
    """

    verdict: str
    failures: dict[str, str]
    untried: list[str]
    case: str | None
    explanation: list[Styled]


def outcomes(
    judge: Facts,
    problem: Problem,
    cases: Sequence[Case],
    wrong: Sequence[Submission],
    named: Mapping[Path, Collection[str]],
) -> dict[Path, Outcome]:
    """Outcomes of wrong programs by path; `named`: the cases that the statement says catch them.

    Raises InputError.
    """
    matrix = Matrix(judge, wrong, sorted(cases, key=size))

    def try_all(submission: Submission) -> Outcome:
        here = named.get(submission.path, ())
        failed = False
        for case in matrix.cases:
            if size(case) <= LARGE or case.name in here or not failed:
                failed |= matrix.catches(case, submission)
        return outcome_of(matrix.outcome(submission), matrix.cases, here)

    found = judge.each(try_all, wrong, f"mistakes of {problem.id}")
    return {one.path: outcome for one, outcome in zip(wrong, found, strict=True)}


def size(case: Case) -> int:
    """Bytes of input and answer."""
    return len(case.stdin) + len(case.stdout)


def outcome_of(result: SubmissionResult, cases: Sequence[Case], named: Collection[str]) -> Outcome:
    """What the pages need of a result; a failure that the statement names is explained first."""
    failed = [case for case in result.cases if case.verdict is not Verdict.AC]
    verdict = str(result.verdict or "")
    if not failed:
        return Outcome(verdict, {}, [], None, escaped(explain.explain_submission(result)))
    shown = next((case for case in failed if case.case.name in named), failed[0])
    failures = {case.case.name: str(case.verdict) for case in failed}
    tried = {case.case.name for case in result.cases}
    untried = [case.name for case in cases if case.name not in tried]
    lines = escaped(explain.explain(result, shown, again(result, shown)))
    return Outcome(verdict, failures, untried, shown.case.name, lines)


def again(result: SubmissionResult, case: CaseResult) -> str:
    """The command that judges a program on one case, for somebody who stands at the root."""
    return command_line(["judge", "run", result.submission.target, "--case", case.case.name])


def escaped(lines: Sequence[Styled]) -> list[Styled]:
    """Styled lines with control characters escaped, as a screen shows them."""
    return [[(one_line(words), style) for words, style in line] for line in lines]


class Figures(NamedTuple):
    """The median of the seconds of CPU of a program, and its peak of memory in bytes."""

    cpu_s: float
    memory_bytes: int


class Times(NamedTuple):
    """Figures by target, and on which input, day and machine they were taken, or why there are none."""

    figures: dict[str, Figures]
    about: str


def times(judge: Facts, problem: Problem) -> Times:
    """Measure the right programs of a problem, unless that has been done with the same programs."""
    if not timing.has_generator(problem):
        return Times({}, "There is no generator, so there is no large input to take times on.")
    try:
        field = timing.field(problem, [], judge.screen.say)
        runners = [judge.runner(one) for one in field]
        identities = [runner.identity for runner in runners if isinstance(runner, Recorded)]
        limits = tuple(problem.limits)
        value = judge.remember(
            lambda: measured(judge, field), "times", RECIPE, limits, parts.sources(problem), identities
        )
    except InputError as error:
        return Times({}, f"No times could be taken: {error}.")
    rows, about = json.loads(value)
    return Times({target: Figures(*row) for target, row in rows.items()}, about)


def measured(judge: Facts, field: Sequence[Submission]) -> bytes:
    """Figures of programs on one large input, as JSON. Raises InputError."""
    done = timing.measure(judge, field, RECIPE)
    rows = {
        row.submission.target: (statistics.median(row.figures.cpu_s), row.figures.memory_bytes)
        for row in done.rows
        if row.figures is not None
    }
    given = f"{counted(done.lines, 'line')} ({timing.amount(len(done.stdin))})"
    about = (
        f"CPU time and memory on a generated input of {given}, the median of {RECIPE.runs} runs, "
        f"{time.strftime('%Y-%m-%d')}, {platform.machine()}."
    )
    return json.dumps((rows, about)).encode()
