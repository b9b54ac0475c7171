"""The words of the judge as frozen data: problems, submissions, cases and results."""

import re
from enum import StrEnum
from pathlib import Path
from typing import Literal, NamedTuple

from judge.sandbox.model import Limits, Run

MEBIBYTE = 1 << 20  # bytes
MOST_SECONDS, MOST_MEBIBYTES = 100_000, 1 << 20  # that a limit may be
SNAKE_CASE = re.compile(r"[a-z][a-z0-9]*(_[a-z0-9]+)*")  # ids of problems and names of cases


class Verdict(StrEnum):
    """The outcome of a case or submission; `words` say it to people."""

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
        """Make the verdict that is written as `value`."""
        verdict = str.__new__(cls, value)
        verdict._value_ = value
        verdict.words = words
        return verdict


class Generated(NamedTuple):
    """How a case is made: what the generator is given, and the SHA-256 of the right answer."""

    seed: int
    size: int
    stdout_sha256: str


class Case(NamedTuple):
    """One test case: what a submission is given and the exact bytes it must answer.

    With `generated`, both are empty and still have to be made. Line 0: it is in no YAML file, and `why` is
    the file of its input, if there is one. Without an answer it is only run.
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


Interface = Literal["stdin", "functions"]


class Problem(NamedTuple):
    """One problem of the repository at `root`, and where its parts are. `source_limit` is in bytes.

    One without an id stands for tests of somebody's own, in the folder `root`.
    """

    root: Path
    id: str
    title: str
    source: str
    interface: Interface
    limits: Limits
    source_limit: int

    @property
    def folder(self) -> Path:
        """`problems/<id>/`."""
        return self.root / "problems" / self.id

    @property
    def test_data(self) -> Path:
        """`testdata/<id>/`."""
        return self.root / "testdata" / self.id

    @property
    def statement(self) -> Path:
        """`statement.md`, in Markdown."""
        return self.folder / "statement.md"

    @property
    def driver(self) -> Path | None:
        """`driver.py`, which calls the functions of a submission; None for a problem of programs."""
        return self.folder / "driver.py" if self.interface == "functions" else None

    @property
    def submissions(self) -> Path:
        """`submissions/`, with a folder for each verdict."""
        return self.folder / "submissions"

    def shown(self, path: Path) -> str:
        """The path from the root, if it is below it."""
        return str(path.relative_to(self.root)) if path.is_relative_to(self.root) else str(path)


Kind = Literal[
    "missing_final_newline",
    "extra_final_newline",
    "blank_line",
    "trailing_blank",
    "line_ending",
    "case",
    "truncated",
    "extra_output",
    "content",
]


class Line(NamedTuple):
    """A line of output with its line end. `before` and `after` count bytes that were left out."""

    text: bytes
    before: int = 0
    after: int = 0


class Difference(NamedTuple):
    """The first difference of two outputs: byte offset from 0, line and column (bytes) from 1.

    `context` holds up to two lines before it, which are equal; `expected` and `actual` the line that
    differs and up to two after it. An empty tuple: the output has ended.
    """

    offset: int
    line: int
    column: int
    kind: Kind
    context: tuple[Line, ...]
    expected: tuple[Line, ...]
    actual: tuple[Line, ...]


class CaseResult(NamedTuple):
    """A case and its outcome. `difference` is set for WA, `note` says in words what went wrong.

    `output` is kept only of a case without an answer, where the verdict AC means that nothing went wrong.
    """

    case: Case
    verdict: Verdict
    run: Run
    note: str | None = None
    difference: Difference | None = None
    output: bytes = b""

    @property
    def known(self) -> Verdict | None:
        """The verdict; None where nothing says what is right."""
        return self.verdict if self.case.answered or self.verdict is not Verdict.AC else None


class Language(NamedTuple):
    """One language. Its commands hold placeholders; `compile` and `check` are empty when there is none.

    `folders` are what a compiler in the home folder needs, which a sandbox hides: patterns, from the folder
    above its bin/. `check` finds out whether a program that has failed could run at all. With `fork`, a run
    starts a Python that may be started once and forked for each case. With `main_class`, the source says
    what its file and the program are called.
    """

    id: str
    title: str
    suffixes: tuple[str, ...]
    version: tuple[str, ...]
    folders: tuple[str, ...]
    compile: tuple[str, ...]
    check: tuple[str, ...]
    run: tuple[str, ...]
    fork: bool
    main_class: bool


class Submission(NamedTuple):
    """A file for a problem. `target` is how the user named it; `content` is that of no regular file."""

    path: Path
    target: str
    problem: Problem
    language: Language
    content: bytes | None = None

    @property
    def shown(self) -> str:
        """How a table names it: a reference solution, which may be named by its problem, by its path."""
        return str(self.path) if self.target == self.problem.id else self.target


class SubmissionResult(NamedTuple):
    """A submission with the results of its cases, in their order: not always all of the `total`.

    `verdict` is None while it is not known, since cases have not been judged. `note`: why none could be run.
    """

    submission: Submission
    verdict: Verdict | None
    total: int
    cases: tuple[CaseResult, ...]
    note: str | None = None
