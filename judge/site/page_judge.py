"""Judges in a reader's browser: the judge's own modules, given the facts of a run. No program runs here."""

import json
import zlib
from pathlib import Path

from judge.core import verdict
from judge.core.model import Case, CaseResult, Language, Problem, Submission, SubmissionResult, Verdict
from judge.core.verdict import Comparison
from judge.report import explain
from judge.report.escape import command_line, readable
from judge.report.styled import CUT, Styled
from judge.sandbox import Limits, Run

FOLDERS = (b"/program/", b"/scratch/")  # of a program in the browser: they say nothing to its author

PYTHON = Language("python", "Python", (".py",), (), (), (), (), (), False, False)


class Judge:
    """Judges the programs for one problem; asks and answers in JSON and bytes, as the page can."""

    def __init__(self, problem: str) -> None:
        """`problem` has `id`, `title`, `source`, `interface`, `limits` (those of Limits), `source_limit`."""
        fields = json.loads(problem)
        limits = Limits(**fields.pop("limits"))
        self._problem = Problem(root=Path(), limits=limits, **fields)
        name = f"{self._problem.id}.py"
        self._submission = Submission(Path(name), name, self._problem, PYTHON)
        self._case = Case("", "", "", (), b"", b"", 0)
        self._comparison = Comparison(b"")

    def refused(self, source: str) -> str:
        """Return the answer to a source that is too large to be run, `null` for any other."""
        size, limit = len(source.encode("utf-8", "surrogatepass")), self._problem.source_limit
        return self._no_program(f"{size} bytes of source, the limit is {limit}") if size > limit else "null"

    def begin(self, case: str, stdin: bytes, expected: bytes) -> str:
        """Take the next case: `name`, `why`, `group`, `args`, `line`, and its bytes."""
        fields = json.loads(case)
        args = tuple(fields.pop("args"))
        self._case = Case(args=args, stdin=bytes(stdin), stdout=bytes(expected), **fields)
        self._comparison = Comparison(self._case.stdout)
        return "null"

    def feed(self, chunk: bytes) -> str:
        """Take the next bytes of output."""
        self._comparison.feed(bytes(chunk))
        return "null"

    def finish(self, run: str, stderr: bytes) -> str:
        """Return what comes of a run with these facts (the fields of Run): verdict and explanation."""
        facts = Run(**json.loads(run), stderr=without_folders(stderr))
        difference = self._comparison.difference()
        found, note = by_the_clock(*verdict.decide(facts, self._problem.limits, difference))
        case = CaseResult(self._case, found, facts, note, difference if found is Verdict.WA else None)
        if found is Verdict.AC:
            heading = explain.heading(found, self._case.name, found.words)
            return answer(found, [heading, *explain.labelled("why", self._case.why)], facts.wall_s)
        again = command_line(["judge", "run", self._submission.target, "--case", self._case.name])
        lines = explain.explain(self._result(found, None), case, {"again": again})
        return answer(found, lines, facts.wall_s, sign_of(case))

    def syntax_error(self, stderr: bytes) -> str:
        """Return the answer to a program that does not compile, from Python's own words."""
        return self._no_program(without_folders(stderr).decode("utf-8", "backslashreplace").strip())

    def show(self, run: str, stdout: bytes, size: int, stderr: bytes) -> str:
        """Return what is shown of a run on one's own input: its output, and the reason if it failed.

        `stdout` is the beginning of the `size` bytes that were printed.
        """
        facts = Run(**json.loads(run))
        _, note = by_the_clock(*verdict.decide(facts, self._problem.limits, None))
        more = size - len(stdout)
        shown = readable(bytes(stdout)) + (f"{CUT} {more} more bytes" if more > 0 else "")
        return json.dumps({"note": note, "stdout": shown, "stderr": readable(without_folders(stderr))})

    def _result(self, found: Verdict, note: str | None) -> SubmissionResult:
        return SubmissionResult(self._submission, found, 1, (), note)

    def _no_program(self, failure: str) -> str:
        return answer(Verdict.CE, explain.explain_submission(self._result(Verdict.CE, failure)))


def answer(found: Verdict, lines: list[Styled], seconds: float = 0, sign: str = "") -> str:
    """Return a verdict with its words and its explanation: lines of pieces, a text and a style each."""
    known = {"words": found.words, "lines": lines, "seconds": seconds, "sign": sign}
    return json.dumps({"verdict": found, **known})


def sign_of(result: CaseResult) -> str:
    """The verdict and a hash of how the output differs: alike for programs with the same mistake."""
    at = result.difference
    return f"{result.verdict} {zlib.crc32(repr((at.offset, at.actual[:1])).encode()) if at else ''}"


def by_the_clock(found: Verdict, note: str | None) -> tuple[Verdict, str | None]:
    """A verdict with its reason, but nothing of CPU time, which a page does not know."""
    return found, note and note.partition(" (0.00 s of CPU time")[0]


def without_folders(stderr: bytes) -> bytes:
    """Return stderr as the command line shows it."""
    text = bytes(stderr)
    for folder in FOLDERS:
        text = text.replace(folder, b"")
    return text
