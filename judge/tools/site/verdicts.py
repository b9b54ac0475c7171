"""Which case catches which wrong program, and how the judge explains it."""

from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from judge.core.judging import Judging, build_all, judge_all
from judge.core.model import Case, CaseResult, Problem, Submission, SubmissionResult, Verdict
from judge.core.session import Session
from judge.report import explain
from judge.report.escape import command_line, one_line
from judge.report.styled import Styled
from judge.report.terminal import Screen
from judge.tools.site.cache import Cache, digest
from judge.tools.site.times import is_installed

Named = Mapping[Path, Collection[str]]  # names of cases by the programs that the statement says they catch


class Outcome(NamedTuple):
    """What a wrong program comes to: its failures by case, and one of them, explained as in the terminal."""

    verdict: str
    failures: dict[str, str]
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
    data = digest(driver, *(field for case in cases for field in case))
    keys = {
        path: cache.key(
            "verdict", problem._replace(root=Path()), data, str(path), path.read_bytes(), sorted(named.get(path, ()))
        )
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
    with screen.progress(len(todo) * len(cases), f"cases of {problem.id}") as advance:
        judge_all(session, todo, advance)
    for one in todo:
        path = one.submission.path
        found[path] = outcome_of(one.result(), named.get(path, ()))
        if found[path].verdict != Verdict.JE:
            cache.put(keys[path], found[path])
    return {path: outcome for path, outcome in found.items() if outcome is not None}


def outcome_of(result: SubmissionResult, named: Collection[str]) -> Outcome:
    """Return what the pages need of a result; of several failures, one that the statement names is explained."""
    failed = [case for case in result.cases if case.verdict is not Verdict.AC]
    verdict = str(result.verdict or "")
    if not failed:
        return Outcome(verdict, {}, None, explain.explain_submission(result) if result.note else [])
    shown = next((case for case in failed if case.case.name in named), failed[0])
    failures = {case.case.name: str(case.verdict) for case in failed}
    return Outcome(verdict, failures, shown.case.name, explain.explain(result, shown, again(result, shown)))


def again(result: SubmissionResult, case: CaseResult) -> str:
    """Return the command that judges a program on one case, for somebody who stands at the root."""
    return command_line(["judge", "run", result.submission.target, "--case", case.case.name])


def as_outcome(value: Any) -> Outcome:
    """Return an outcome as JSON has it."""
    verdict, failures, case, explanation = value
    lines = [[(str(text), str(style)) for text, style in line] for line in explanation]
    names = {str(name): str(one) for name, one in failures.items()}
    return Outcome(str(verdict), names, None if case is None else str(case), lines)


def text(lines: Sequence[Styled]) -> list[Styled]:
    """Return styled lines as a screen shows them: control characters are escaped."""
    return [[(one_line(words), style) for words, style in line] for line in lines]
