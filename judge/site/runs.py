"""Facts from running the programs: which case catches which mistake, and times of correct programs."""

import json
import platform
import time
from collections.abc import Callable, Collection, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from judge.authoring import parts, timing
from judge.authoring.facts import Facts, as_json, hash_of
from judge.authoring.matrix import Matrix
from judge.authoring.pictures import cleaned
from judge.authoring.timing import Recipe
from judge.core import files, languages
from judge.core.errors import InputError
from judge.core.model import MEBIBYTE, Case, Problem, Submission, SubmissionResult, Verdict
from judge.report import explain
from judge.report.styled import Styled, counted
from judge.sandbox import Program
from judge.site import page_judge
from judge.site.trace import MOST

RECIPE = Recipe(seed=1, size=None, runs=3)
# A byte of a forged record may become a hundred.
TRACE_LIMITS = parts.LIMITS._replace(output=4 * MEBIBYTE)
LARGE = 1 << 18  # bytes of input and answer
OWN = files.own("site/runs.py")  # decides what is recalled, besides what decides all facts


class Outcome(NamedTuple):
    """Failures of a wrong program by case, and one of them explained as in the terminal.

    Large cases that the statement does not name are `untried` where another case catches the program.
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
    """Outcomes of wrong programs by path; `named` has the cases that the statement gives for each."""
    cases = sorted(cases, key=size)

    def find(submission: Submission) -> Outcome:
        here = named.get(submission.path, ())
        return outcome(tried(judge, submission, cases, here), cases, here)

    found = judge.each(find, wrong, f"mistakes of {problem.id}")
    return {one.path: outcome for one, outcome in zip(wrong, found, strict=True)}


def size(case: Case) -> int:
    """Bytes of input and answer."""
    return len(case.stdin) + len(case.stdout)


def tried(
    judge: Facts, submission: Submission, cases: Sequence[Case], named: Collection[str]
) -> SubmissionResult:
    """Judge a wrong program, on the named cases first; without large ones that need not catch it."""
    matrix = Matrix(judge, [submission], cases)
    failed = False
    for case in sorted(cases, key=lambda case: case.name not in named):
        if size(case) <= LARGE or case.name in named or not failed:
            failed |= matrix.catches(case, submission)
    return matrix.outcome(submission)


def outcome(result: SubmissionResult, cases: Sequence[Case], named: Collection[str]) -> Outcome:
    """The facts for the pages; a failure that the statement names is explained, else the first one."""
    failed = [case for case in result.cases if case.verdict is not Verdict.AC]
    verdict = str(result.verdict or "")
    if not failed:
        return Outcome(verdict, {}, [], None, explain.explain(result, None, ""))
    shown = next((case for case in failed if case.case.name in named), failed[0])
    failures = {case.case.name: page_judge.sign_of(case) for case in failed}
    names = {case.case.name for case in result.cases}
    untried = [case.name for case in cases if case.name not in names]
    return Outcome(verdict, failures, untried, shown.case.name, page_judge.explained(result, shown))


def times(judge: Facts, problem: Problem) -> tuple[dict[str, tuple[float, int]], str]:
    """Figures of the right programs by target, and where they come from or why there are none."""
    if not timing.has_generator(problem):
        return {}, "There is no generator, so there is no large input to measure times on."
    machine = f"{platform.machine()}, Python {platform.python_version()}"
    try:
        field = timing.field(problem, [], judge.screen.say)
        runners = [judge.runner(one) for one in field]
        field, identities = [one.as_read for one in runners], [one.identity for one in runners]
        key = ("times", OWN, RECIPE, tuple(problem.limits), parts.sources(problem), identities, machine)
        rows, about = judge.recall(lambda: measured(judge, field), *key)
    except InputError as error:
        return {}, f"No times could be measured: {error}."
    return rows, f"{about}, {machine}." if rows else about


def measured(judge: Facts, field: Sequence[Submission]) -> tuple[dict[str, tuple[float, int]], str]:
    """Figures of programs on one large input."""
    done = timing.measure(judge, field, RECIPE)
    if not done["input_valid"]:
        return {}, "The generator makes no valid large input."
    size = timing.amount(done["input_bytes"])
    if done["input_bytes"] < timing.LARGE_INPUT:
        return {}, f"The generated input has {size}: times would only show start-up."
    rows = {
        row["submission"]: (row["figures"]["cpu_s"]["median"], row["figures"]["memory_bytes"])
        for row in done["submissions"]
        if row["figures"] is not None
    }
    given = f"{counted(done['input_lines'], 'line')} ({size})"
    about = f"CPU time and memory on a generated input of {given}, the median of {RECIPE.runs} runs."
    about += time.strftime(" %Y-%m-%d")
    return rows, about


def trace(judge: Facts, submission: Submission, case: Case) -> dict[str, list[object]]:
    """The record of trace.py for a right Python program on a case. Raises InputError without one."""
    driver = submission.problem.driver
    sources = {**parts.sources(submission.problem), "own.py": files.content(submission.path)}
    sources |= {"driver.py": files.content(driver)} if driver is not None else {}
    start = "own.py" if driver is None else "driver.py"
    files_of = {name: content.decode("utf-8", "replace") for name, content in sources.items()}
    plan = {"files": files_of, "own": "own.py", "start": start, "argv": case.args}
    contents = {"trace.py": files.own("site/trace.py"), "trace.json": as_json(plan)}

    def record() -> dict[str, object]:
        folder = judge.session.new_folder()
        for name, content in contents.items():
            files.write(folder / name, content)
        python = languages.interpreter(None)
        program = Program((python.path, "{program}/trace.py"), folder, is_part=True)
        printed = bytearray()
        run = judge.session.run(program, TRACE_LIMITS, case.stdin, printed.extend, python.folders)
        last = bytes(printed).strip().rpartition(b"\n")[2]
        try:
            return checked(json.loads(last))
        except (ValueError, TypeError, KeyError, AttributeError, RecursionError, OverflowError):
            what = f"its steps could not be recorded ({parts.last_line(run.stderr) or run.stopped})"
            raise InputError(f"{submission.target}: {what}") from None

    return dict(judge.recall(record, "trace", OWN, *contents.values(), hash_of(case.stdin)))


def checked(record: dict[str, Any]) -> dict[str, object]:
    """What a program says of its own steps, with nothing but numbers, texts and clean drawings."""
    kinds: list[Callable[[Any], object]] = [int, int, str, texts, int, int]
    steps = [[kind(one) for kind, one in zip(kinds, step, strict=True)] for step in record["steps"][:MOST]]
    drawings = [cleaned(str(one)) for one in record["boards"][:MOST]]
    boards = ["" if one is None else one.content.decode() for one in drawings]
    return {"steps": steps, "boards": boards, "output": str(record["output"]), "end": str(record["end"])}


def texts(variables: Mapping[str, object]) -> dict[str, str]:
    return {str(name): str(value) for name, value in variables.items()}
