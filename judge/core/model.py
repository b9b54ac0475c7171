"""Frozen data: problems, submissions, cases and results."""

import re
from collections.abc import Callable
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Literal, NamedTuple

from judge.sandbox.model import Limits, Run

if TYPE_CHECKING:
    from judge.core.verdict import Comparison

MEBIBYTE = 1 << 20  # bytes
MOST_TLE = 3  # of a submission; then its other cases are not run
MOST_SECONDS, MOST_MEBIBYTES = 100_000, 1 << 20  # that a limit may be
SNAKE_CASE = re.compile(r"[a-z][a-z0-9]*(_[a-z0-9]+)*")  # ids of problems and names of cases


def wall_limit(time: float) -> float:
    """The default wall time limit for a CPU time limit; both in seconds."""
    return 2 * time + 1


class Verdict(StrEnum):
    """The outcome of a case or submission."""

    words: str

    AC = "AC", "accepted"
    WA = "WA", "wrong answer"
    TLE = "TLE", "time limit exceeded"
    MLE = "MLE", "memory limit exceeded"
    OLE = "OLE", "output limit exceeded"
    RE = "RE", "run-time error"
    CE = "CE", "compile error"
    JE = "JE", "judge error"

    def __new__(cls, value: str, words: str) -> "Verdict":
        verdict = str.__new__(cls, value)
        verdict._value_ = value
        verdict.words = words
        return verdict


class Generated(NamedTuple):
    """The generator's arguments for a case, and the SHA-256 of the right answer."""

    seed: int
    size: int
    stdout_sha256: str


class Case(NamedTuple):
    """A test case: the input of a submission and the exact bytes of the answer.

    `why` is the mistake that it catches, `group` the stem of its YAML file, and `line` its place there, 0 if
    it comes from none; `file` is the input of an own test. With `generated`, input and answer are empty until
    they are made. Unless `answered`, it is only run.
    """

    name: str
    why: str
    group: str
    args: tuple[str, ...]
    stdin: bytes
    stdout: bytes
    line: int
    generated: Generated | None = None
    answered: bool = True
    file: Path | None = None


Interface = Literal["stdin", "functions"]


class Problem(NamedTuple):
    """A problem of the repository at `root`; `source_limit` is in bytes.

    Without an id it stands for own tests, in the folder `root`.
    """

    root: Path
    id: str
    title: str
    source: str
    interface: Interface
    limits: Limits
    source_limit: int
    compare: str = "exact"  # or tokens, or a tolerance of numbers
    comparison: "Callable[[bytes], Comparison] | None" = None  # of outputs; else by bytes

    @property
    def folder(self) -> Path:
        return self.root / "problems" / self.id

    @property
    def test_data(self) -> Path:
        return self.root / "testdata" / self.id

    @property
    def statement(self) -> Path:
        return self.folder / "statement.md"

    @property
    def driver(self) -> Path | None:
        """The program that calls the functions of a submission; None for a problem of programs."""
        return self.folder / "driver.py" if self.interface == "functions" else None

    def shown(self, path: Path) -> str:
        """The path from the root, if it is below it."""
        return str(path.relative_to(self.root)) if path.is_relative_to(self.root) else str(path)


class Line(NamedTuple):
    """A line of output with its line end; `before` and `after` count bytes that are left out."""

    text: bytes
    before: int = 0
    after: int = 0


class Difference(NamedTuple):
    """The first difference of two outputs: byte offset from 0, line and column (bytes) from 1.

    `context` holds up to two lines before it, which are equal; `expected` and `actual` the line that
    differs and up to two after it, or nothing if that side has ended. `verdict.kind_of` finds the kind
    and what people are told, `detail` says more. `token` is the number of a token, from 1: in a long line, or
    in the output if tokens are compared; only then is `answer`, the offset in the answer, another one.
    """

    offset: int
    line: int
    column: int
    kind: str
    words: str
    context: tuple[Line, ...]
    expected: tuple[Line, ...]
    actual: tuple[Line, ...]
    detail: str | None = None
    token: int | None = None
    answer: int = 0


class CaseResult(NamedTuple):
    """The outcome of a case: `difference` is set for WA, `note` gives the reason in words.

    `output` is kept only of a case without an answer, in a judging its start. AC then only means that the
    program did not fail.
    """

    case: Case
    verdict: Verdict
    run: Run
    note: str | None = None
    difference: Difference | None = None
    output: bytes = b""

    @property
    def known(self) -> Verdict | None:
        """The verdict; None if there is no answer to compare with."""
        return self.verdict if self.case.answered or self.verdict is not Verdict.AC else None


class Language(NamedTuple):
    """A language and its commands, with placeholders.

    `folders` are patterns, from the folder above its bin/, of folders that a compiler in the home folder
    needs. `check` finds out whether a program that has failed could run at all. With `fork`, one interpreter
    may be forked for each case. With `main_class`, file and program are named after classes in the source;
    `file` is the name of every file, without its suffix. A language without suffixes stands for executable
    files.
    """

    id: str
    title: str
    suffixes: tuple[str, ...]
    version: tuple[str, ...]
    run: tuple[str, ...]
    compile: tuple[str, ...] = ()
    check: tuple[str, ...] = ()
    folders: tuple[str, ...] = ()
    fork: bool = False
    main_class: bool = False
    file: str = ""


class Submission(NamedTuple):
    """A file for a problem; `target` is the name that the user gave it, `content` a program from stdin."""

    path: Path
    target: str
    problem: Problem
    language: Language
    content: bytes | None = None


class LeftOut(NamedTuple):
    """A word that was typed or a file that was found, and is not judged.

    Unless `is_harmless`, somebody may have meant it to be judged.
    """

    path: str
    reason: str
    is_harmless: bool = False


class SubmissionResult(NamedTuple):
    """A submission with the results of its cases in their order, not always all of the `total`.

    `verdict` is None while cases that decide it have not been judged, or if none has an answer; `note` says
    why none could be run. `printed` is by its compiler.
    """

    submission: Submission
    verdict: Verdict | None
    total: int
    cases: tuple[CaseResult, ...]
    note: str | None = None
    printed: str = ""
