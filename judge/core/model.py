"""The words of the judge as frozen data: problems, submissions, cases and results."""

import re
from enum import StrEnum
from pathlib import Path
from typing import Literal, NamedTuple

from judge.core import files, languages
from judge.core.errors import InputError, reason
from judge.sandbox import Limits, Run

MEBIBYTE = 1 << 20  # bytes
MOST_SECONDS, MOST_MEBIBYTES = 100_000, 1 << 20  # that a limit may be
SNAKE_CASE = re.compile(r"[a-z][a-z0-9]*(_[a-z0-9]+)*")  # ids of problems and names of cases


class Verdict(StrEnum):
    """What a case, or a whole submission, comes to; `words` say it to people."""

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

    With `generated`, both are empty and still have to be made (see tools). Line 0: it is in no file.
    """

    name: str
    why: str
    group: str
    args: tuple[str, ...]
    stdin: bytes
    stdout: bytes
    line: int
    generated: Generated | None = None


Interface = Literal["stdin", "functions"]


class Problem(NamedTuple):
    """One problem of the repository at `root`, and where its parts are. `source_limit` is in bytes."""

    root: Path
    id: str
    title: str
    source: str
    interface: Interface
    limits: Limits
    source_limit: int

    @property
    def folder(self) -> Path:
        """Where it is defined."""
        return self.root / "problems" / self.id

    @property
    def test_data(self) -> Path:
        """The folder of its test data."""
        return self.root / "testdata" / self.id

    @property
    def statement(self) -> Path:
        """The file of its statement."""
        return self.folder / "statement.md"

    @property
    def solution(self) -> Path:
        """The file of its reference solution. Raises InputError when there is none."""
        folder = self.root / "solutions"
        missing = f"problem '{self.id}' has no reference solution; add {folder / self.id}.py"
        return self._program(folder, self.id, missing)

    @property
    def driver(self) -> Path | None:
        """The file that calls the functions of a submission, which otherwise is a program itself."""
        return self.folder / "driver.py" if self.interface == "functions" else None

    @property
    def submissions(self) -> Path:
        """The folder of other submissions, in folders named after their verdicts."""
        return self.folder / "submissions"

    @property
    def naive(self) -> Path:
        """The file of its plain right answer, the oracle. Raises InputError when there is none."""
        folder = self.submissions / "accepted"
        missing = f"{folder}: no naive program; add a plain right answer as naive.py"
        return self._program(folder, "naive", missing)

    def _program(self, folder: Path, stem: str, missing: str) -> Path:
        """Return the program with this stem, in whatever language; Python comes first."""
        known = languages.load(self.root)
        paths = [path for path in folder.glob(f"{stem}.*") if path.suffix in known and path.stem == stem]
        if not paths:
            raise InputError(missing)
        path = min(paths, key=lambda path: (path.suffix != ".py", path.name))
        try:
            files.demand_inside(path, self.root)
        except OSError as error:
            raise InputError(f"{path}: {reason(error)}; put the file itself here") from None
        if not path.is_file():
            raise InputError(f"{path}: this is no regular file; put the file itself here")
        return path

    def shown(self, path: Path) -> str:
        """Return a path as short as it can be written: from the root, if it is below it."""
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
    """A case and what came of it. `difference` is set for WA, `note` says in words what went wrong."""

    case: Case
    verdict: Verdict
    run: Run
    note: str | None = None
    difference: Difference | None = None


class Submission(NamedTuple):
    """A file for a problem. `target` is how the user named it on the command line."""

    path: Path
    target: str
    problem: Problem


class SubmissionResult(NamedTuple):
    """A submission with the results of its cases, in their order: not always all of the `total`.

    `verdict` is None while it is not known, since cases have not been judged. `note`: why none could be run.
    """

    submission: Submission
    language: str
    verdict: Verdict | None
    total: int
    cases: tuple[CaseResult, ...]
    note: str | None = None
