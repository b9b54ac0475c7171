"""Builds a submission once, and runs what was built: on a case, or for an answer that should be right."""

import errno
import os
import re
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from judge.core import files, java, languages, verdict
from judge.core.checker import Comparison
from judge.core.errors import InputError, reason
from judge.core.languages import Language
from judge.core.model import MEBIBYTE, Case, CaseResult, Submission, Verdict
from judge.core.session import COMPILER_LIMITS, Session
from judge.sandbox import Limits, Program, Run

# For programs of the repository, whose time and memory are not in question.
GENEROUS = Limits(time=100, wall=200, memory=2048 * MEBIBYTE, output=1024 * MEBIBYTE)
DRIVER = "__driver__.py"
FRAME = re.compile(r'^ *File "(.*)", line ([0-9]+)', re.MULTILINE)
NOT_MADE = "needs judge/authoring/generated.py, which is missing"


class Built(NamedTuple):
    """A submission that is ready to run, or the verdict and the reason why it never will be.

    `check` is a program that tells whether it could run at all, if nothing has told that so far.
    """

    submission: Submission
    language: str
    limits: Limits
    program: Program | None
    verdict: Verdict = Verdict.CE
    failure: str | None = None
    check: Program | None = None


def build(session: Session, submission: Submission, fork: bool = False) -> Built:
    """Copy and compile a submission. Raises InputError when it or its compiler cannot be used.

    With `fork`, an interpreter is started once and forked for each run, where its language allows that.
    """
    problem = submission.problem
    path = submission.path
    language = languages.language_of(path, problem.root)
    limits = session.settings.limits(problem.limits)
    if problem.driver is not None and language.id != "python":
        raise InputError(f"{path}: '{problem.id}' is a problem of Python functions; submit a .py file")
    built = Built(submission, language.id, limits, None)
    source, failure = read_source(path, problem.source_limit)
    name = path.name
    stem = path.stem
    if language.main_class and failure is None:
        file, stem, failure = java.names(source.decode("utf-8", "replace"), stem)
        name = file + path.suffix
    if failure is not None:
        return built._replace(failure=failure)
    folder = session.new_folder()
    (folder / name).write_bytes(source)
    values = {
        "python": session.settings.python.path,
        "source": f"{{program}}/{name}",
        "stem": stem,
        "memory": str(limits.memory // MEBIBYTE),
    }
    failed = compile_source(session, language, folder, values) if language.compile else None
    if failed is not None:
        return built._replace(verdict=failed[0], failure=failed[1])
    values["folder"] = "{program}"
    command = languages.command(language, language.run, values)
    if problem.driver is not None:
        (folder / DRIVER).write_text(files.read_text(problem.driver, problem.root), "utf-8", newline="")
        command.insert(1, f"{{program}}/{DRIVER}")
    check = tuple(languages.command(language, language.check, values)) if language.check else None
    return built._replace(
        program=Program(tuple(command), folder, fork and language.fork),
        check=Program(check, folder) if check else None,
    )


def checked(session: Session, built: Built) -> Built:
    """Return a submission that has failed, with a failure if it could not have run at all.

    Its language's own words about the source are the failure. Raises Cancelled.
    """
    if built.check is None:
        return built
    run = session.run(built.check, COMPILER_LIMITS)
    built = built._replace(check=None)
    if run.fault is not None or not run.exit_code:
        return built
    failure = run.stderr.decode("utf-8", "backslashreplace").strip()
    return built._replace(program=None, verdict=Verdict.CE, failure=failure)


def read_source(path: Path, limit: int) -> tuple[bytes, str | None]:
    """Return a source, and why it cannot be one, if so. Raises InputError when it cannot be read."""
    try:
        source = files.read_regular(path, limit)
    except OSError as error:
        if error.errno == errno.EFBIG:
            return b"", f"{path.stat().st_size} bytes of source, the limit is {limit}"
        raise InputError(f"{path}: cannot read it ({reason(error)}); name a readable source file") from None
    # Python runs bytecode and zip archives under any name.
    return source, "the source has NUL bytes: it is no text" if b"\0" in source else None


def version(session: Session, submission: Submission) -> str:
    """Return the first line that the version command of a submission's language prints, or why it fails."""
    language = languages.language_of(submission.path, submission.problem.root)
    try:
        argv = languages.command(language, language.version, {"python": session.settings.python.path})
    except InputError as error:
        return str(error)
    printed = bytearray()
    run = session.compile(Program(tuple(argv), session.new_folder()), language, printed.extend)
    lines = (bytes(printed) or run.stderr).decode("utf-8", "backslashreplace").splitlines()
    return lines[0] if lines else f"{argv[0]} does not tell its version"


def compile_source(
    session: Session, language: Language, folder: Path, values: Mapping[str, str]
) -> tuple[Verdict, str] | None:
    """Compile in a folder; return the verdict and what the compiler says when that makes no program."""
    argv = languages.command(language, language.compile, {**values, "folder": "{work}"})
    printed = bytearray()
    run = session.compile(Program(tuple(argv), folder), language, printed.extend)
    if run.fault is not None:
        return Verdict.JE, run.fault
    if run.exit_code == 0:
        program = languages.fill(language.run[0], {**values, "folder": str(folder)})
        is_made = "/" not in program or os.access(program, os.X_OK)
        return (
            None if is_made else (Verdict.CE, "the compiler has made no program; is there a main function?")
        )
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
        said, line = last_words(run), driver_line(run)
        said = f"driver.py:{line}: {said}" if line is not None else said
        note += f" ({said})" if said else ""
        raise InputError(f"{target}: {result.words} on a generated input: {note}; {advice}")


def last_words(run: Run) -> str:
    """Return the last line that a program has written to stderr."""
    return run.stderr.decode("utf-8", "backslashreplace").strip().rpartition("\n")[2]


def driver_line(run: Run) -> int | None:
    """Return the line of the problem's driver in which a traceback ends; None if it ends elsewhere."""
    frames = FRAME.findall(run.stderr.decode("utf-8", "backslashreplace"))
    return int(frames[-1][1]) if frames and frames[-1][0].endswith(DRIVER) else None
