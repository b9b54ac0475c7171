"""Builds a submission once, and runs what was built: on a case, or for an answer that should be right."""

import shutil
from pathlib import Path
from typing import NamedTuple

from judge.core import languages, verdict
from judge.core.checker import Comparison
from judge.core.errors import InputError, reason
from judge.core.languages import Language
from judge.core.model import MEBIBYTE, Case, CaseResult, Submission, Verdict
from judge.core.session import Session
from judge.sandbox import Limits, Program, Run

# For programs of the repository, whose time and memory are not in question.
GENEROUS = Limits(time=100, wall=200, memory=2048 * MEBIBYTE, output=1024 * MEBIBYTE)
DRIVER = "__driver__.py"
NOT_MADE = "needs judge/tools/generated.py, which is missing"


class Built(NamedTuple):
    """A submission that is ready to run, or the verdict and the reason why it never will be."""

    submission: Submission
    language: str
    limits: Limits
    program: Program | None
    verdict: Verdict = Verdict.CE
    failure: str | None = None


def build(session: Session, submission: Submission, fork: bool = False) -> Built:
    """Copy and compile a submission. Raises InputError when it or its compiler cannot be used.

    With `fork`, an interpreter is started once and forked for each run, where its language allows that.
    """
    language = languages.language_of(submission.path)
    problem = submission.problem
    limits = session.settings.limits(problem.limits)
    if problem.driver is not None and language.id != "python":
        raise InputError(
            f"{submission.path}: '{problem.id}' is a problem of Python functions; submit a .py file"
        )
    built = Built(submission, language.id, limits, None)
    folder = session.new_folder()
    failure = copy_source(submission.path, folder, problem.source_limit)
    if failure is not None:
        return built._replace(failure=failure)
    values = {
        "python": session.settings.python.path,
        "source": f"{{program}}/{submission.path.name}",
        "stem": submission.path.stem,
        "memory": str(limits.memory // MEBIBYTE),
    }
    if language.compile:
        argv = languages.command(language, language.compile, {**values, "folder": "{work}"})
        failed = compile_source(session, Program(tuple(argv), folder), language)
        if failed is not None:
            return built._replace(verdict=failed[0], failure=failed[1])
    command = languages.command(language, language.run, {**values, "folder": "{program}"})
    if problem.driver is not None:
        shutil.copyfile(problem.driver, folder / DRIVER)
        command.insert(1, f"{{program}}/{DRIVER}")
    return built._replace(program=Program(tuple(command), folder, fork and language.fork))


def copy_source(path: Path, folder: Path, limit: int) -> str | None:
    """Copy a source file; return why it cannot be one, if so. Raises InputError when it cannot be read."""
    try:
        if not path.is_file():
            raise InputError(f"{path}: this is no regular file; name a source file")
        with path.open("rb") as file:
            content = file.read(limit + 1)
        if len(content) > limit:
            return f"{path.stat().st_size} bytes of source, the limit is {limit}"
        if b"\0" in content:
            # Python runs bytecode and zip archives under any name.
            return "the source has NUL bytes: it is no text"
        (folder / path.name).write_bytes(content)
        return None
    except OSError as error:
        raise InputError(f"{path}: cannot read it ({reason(error)}); make it readable") from None


def compile_source(session: Session, compiler: Program, language: Language) -> tuple[Verdict, str] | None:
    """Compile; return the verdict and what the compiler says when it fails."""
    printed = bytearray()
    run = session.compile(compiler, language, printed.extend)
    if run.fault is not None:
        return Verdict.JE, run.fault
    if run.exit_code == 0:
        return None
    message = (bytes(printed) + run.stderr).decode("utf-8", "backslashreplace").strip()
    if run.stopped is not None:
        return Verdict.CE, f"the compiler was stopped at its {run.stopped} limit\n{message}".strip()
    return Verdict.CE, message or f"the compiler ended with exit code {run.exit_code}"


def run_case(session: Session, built: Built, case: Case) -> CaseResult:
    """Run a built submission on one case. Raises Cancelled."""
    assert built.program is not None
    if case.generated is not None:
        return CaseResult(case, Verdict.JE, Run(fault=NOT_MADE), NOT_MADE)
    comparison = Comparison(case.stdout)
    run = session.run(built.program._replace(args=case.args), built.limits, case.stdin, comparison.feed)
    difference = comparison.difference()
    result, note = verdict.decide(run, built.limits, difference)
    return CaseResult(case, result, run, note, difference if result is Verdict.WA else None)


def answer(session: Session, built: Built, stdin: bytes, advice: str, args: tuple[str, ...] = ()) -> bytes:
    """Run a program that should be right on a generated input; return what it prints.

    Raises InputError with the advice when it fails, and Cancelled.
    """
    target = built.submission.target
    if built.program is None:
        raise InputError(f"{target}: {built.verdict.words}: {built.failure}; {advice}")
    printed = bytearray()
    run = session.run(built.program._replace(args=args), GENEROUS, stdin, printed.extend)
    demand_success(run, target, advice)
    return bytes(printed)


def demand_success(run: Run, target: str, advice: str) -> None:
    """Raise InputError with the advice when a run under generous limits has failed."""
    result, note = verdict.decide(run, GENEROUS, None)
    if note is not None:
        said = run.stderr.decode("utf-8", "backslashreplace").strip().rpartition("\n")[2]
        note += f" ({said})" if said else ""
        raise InputError(f"{target}: {result.words} on a generated input: {note}; {advice}")
