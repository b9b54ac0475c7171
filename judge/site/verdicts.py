"""Which case catches which wrong program, and how the judge explains it."""

from collections.abc import Collection, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from judge.core.judging import Judging, build_all
from judge.core.model import Case, CaseResult, Problem, Submission, SubmissionResult, Verdict
from judge.core.session import Session
from judge.report import explain
from judge.report.escape import command_line, one_line
from judge.report.styled import Styled
from judge.report.terminal import Screen
from judge.site.cache import Cache, digest
from judge.site.highlight import as_lines
from judge.site.times import is_installed

LARGE = 1 << 18  # bytes of input and answer
Named = Mapping[Path, Collection[str]]  # names of cases by the programs that the statement says they catch


class Outcome(NamedTuple):
    """What a wrong program comes to: its failures by case, and one of them, explained as in the terminal.

    Large cases that the statement does not name are `untried` where a smaller one catches the program.
    """

    verdict: str
    failures: dict[str, str]
    untried: list[str]
    case: str | None
    explanation: list[Styled]


def judged(
    session: Session,
    screen: Screen,
    cache: Cache,
    problem: Problem,
    cases: Sequence[Case],
    wrong: Sequence[Path],
    named: Named,
) -> dict[Path, Outcome]:
    """Return what comes of wrong programs on all cases, without those whose language is not installed.

    Raises InputError.
    """
    driver = problem.driver.read_bytes() if problem.driver is not None else b""
    what = (
        "verdict",
        problem._replace(root=Path()),
        digest(driver, *(one for case in cases for one in case)),
    )
    keys = {
        path: cache.key(*what, problem.shown(path), path.read_bytes(), sorted(named.get(path, ())))
        for path in wrong
        if is_installed(path)
    }
    found = {path: cache.get(key, as_outcome) for path, key in keys.items()}
    todo = [
        Judging(session, Submission(path, problem.shown(path), problem), cases)
        for path, outcome in found.items()
        if outcome is None
    ]
    build_all(session, todo)
    with screen.progress(len(todo), f"mistakes of {problem.id}") as advance, session.threads() as pool:
        for _ in pool.map(partial(judge, named), todo):
            advance()
    for one in todo:
        path = one.submission.path
        found[path] = outcome = outcome_of(one, named.get(path, ()))
        if outcome.verdict != Verdict.JE:
            cache.put(keys[path], outcome)
    return {path: outcome for path, outcome in found.items() if outcome is not None}


def judge(named: Named, judging: Judging) -> None:
    """Judge what has been built, on large cases only if they are named for it or nothing else catches it."""
    here = named.get(judging.submission.path, ())
    order = sorted(range(len(judging.cases)), key=lambda number: size(judging.cases[number]))
    for number in order:
        case = judging.cases[number]
        failed = any(one.verdict is not Verdict.AC for one in judging.result().cases)
        if (size(case) <= LARGE or case.name in here or not failed) and not judging.judge(
            number, alone=False
        ):
            judging.judge(number, alone=True)


def size(case: Case) -> int:
    """Return the bytes of input and answer."""
    return len(case.stdin) + len(case.stdout)


def outcome_of(judging: Judging, named: Collection[str]) -> Outcome:
    """Return what the pages need of a result; a failure that the statement names is explained first."""
    result = judging.result()
    failed = [case for case in result.cases if case.verdict is not Verdict.AC]
    verdict = str(result.verdict or "")
    if not failed:
        return Outcome(verdict, {}, [], None, escaped(explain.explain_submission(result)))
    shown = next((case for case in failed if case.case.name in named), failed[0])
    failures = {case.case.name: str(case.verdict) for case in failed}
    tried = {case.case.name for case in result.cases}
    untried = [case.name for case in judging.cases if case.name not in tried]
    lines = escaped(explain.explain(result, shown, again(result, shown)))
    return Outcome(verdict, failures, untried, shown.case.name, lines)


def again(result: SubmissionResult, case: CaseResult) -> str:
    """Return the command that judges a program on one case, for somebody who stands at the root."""
    return command_line(["judge", "run", result.submission.target, "--case", case.case.name])


def as_outcome(value: Any) -> Outcome:
    """Return an outcome as JSON has it."""
    verdict, failures, untried, case, explanation = value
    return Outcome(
        str(verdict),
        {str(name): str(one) for name, one in failures.items()},
        [str(name) for name in untried],
        None if case is None else str(case),
        as_lines(explanation),
    )


def escaped(lines: Sequence[Styled]) -> list[Styled]:
    """Return styled lines as a screen shows them: control characters are escaped."""
    return [[(one_line(words), style) for words, style in line] for line in lines]
