"""Facts from running the programs: which case catches which mistake, and the steps of correct programs."""

import json
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, NamedTuple

from judge.authoring import parts
from judge.authoring.facts import Facts, as_json, hash_of
from judge.authoring.matrix import Matrix
from judge.authoring.pictures import cleaned
from judge.core import files, formats
from judge.core.errors import InputError
from judge.core.model import MEBIBYTE, Case, Submission, Verdict
from judge.report import explain
from judge.report.styled import Styled
from judge.site import page_judge
from judge.site.trace import DRIVER, MOST, OWN, STOPPED

# A byte of a forged record may become a hundred.
TRACE_LIMITS = parts.LIMITS._replace(output=4 * MEBIBYTE)
CHECKS = files.own("site/runs.py")  # decides what is recalled, besides what decides all facts


class Outcome(NamedTuple):
    """Failures of a wrong program by case, and one of them explained as in the terminal.

    Large cases that the statement does not name are `untried` where another case catches the program.
    """

    verdict: Verdict | None
    failures: dict[str, str]
    untried: list[str]
    case: str | None
    explanation: list[Styled]


def size(case: Case) -> int:
    """Bytes of input and answer."""
    return len(case.stdin) + len(case.stdout)


def outcome(judge: Facts, submission: Submission, cases: Sequence[Case], named: Collection[str]) -> Outcome:
    """Judge a wrong program, on the cases that the statement names first; large ones only if needed.

    A failure that the statement names is explained, else the first one.
    """
    matrix = Matrix(judge, [submission], cases)
    is_caught = False
    for case in sorted(cases, key=lambda case: case.name not in named):
        if not formats.is_large(case) or case.name in named or not is_caught:
            is_caught |= matrix.catches(case, submission)
    result = matrix.outcome(submission)
    failed = [case for case in result.cases if case.verdict is not Verdict.AC]
    if not failed:
        return Outcome(result.verdict, {}, [], None, explain.explain(result, None, ""))
    shown = next((case for case in failed if case.case.name in named), failed[0])
    failures = {case.case.name: page_judge.sign_of(case) for case in failed}
    judged = {case.case.name for case in result.cases}
    untried = [case.name for case in cases if case.name not in judged]
    return Outcome(result.verdict, failures, untried, shown.case.name, page_judge.explained(result, shown))


def trace(judge: Facts, submission: Submission, case: Case) -> dict[str, Any]:
    """The record of trace.py for a right Python program on a case. Raises InputError without one.

    The program may need another Python than the judge's own, or not print through sys.stdout.
    """
    driver = submission.problem.driver
    sources = {**parts.sources(submission.problem), OWN: files.content(submission.path)}
    sources |= {DRIVER: files.content(driver)} if driver is not None else {}
    files_of = {name: content.decode("utf-8", "replace") for name, content in sources.items()}
    plan = {"files": files_of, "argv": case.args}
    contents = {"trace.py": files.own("site/trace.py"), "trace.json": as_json(plan)}

    def record() -> dict[str, object]:
        run, printed = parts.run_own(judge.session, "trace.py", contents, TRACE_LIMITS, case.stdin)
        try:
            found = checked(json.loads(parts.last_line(printed)))
            if found["end"] == STOPPED or (found["output"] and not found["end"]):
                return found
            why = found["end"] or "it prints, but not through sys.stdout"
        except (ValueError, TypeError, KeyError, AttributeError, RecursionError, OverflowError) as error:
            why = parts.last_line(run.stderr) or run.stopped or error
        what = f"no steps are shown: the judge's own Python could not record them ({why})"
        raise InputError(f"{submission.target}: {what}")

    return dict(judge.recall(record, "trace", CHECKS, *contents.values(), hash_of(case.stdin)))


def checked(record: dict[str, Any]) -> dict[str, object]:
    """What a program says of its own steps, with nothing but numbers, texts and clean drawings."""
    kinds: list[Callable[[Any], object]] = [int, int, str, texts, int, int]
    steps = [[kind(one) for kind, one in zip(kinds, step, strict=True)] for step in record["steps"][:MOST]]
    drawings = [cleaned(str(one)) for one in record["boards"][:MOST]]
    if None in drawings:
        raise ValueError("a drawing is not SVG")
    boards = [one.content.decode() for one in drawings if one is not None]
    return {"steps": steps, "boards": boards, "output": str(record["output"]), "end": str(record["end"])}


def texts(variables: Mapping[str, object]) -> dict[str, str]:
    return {str(name): str(value) for name, value in variables.items()}
