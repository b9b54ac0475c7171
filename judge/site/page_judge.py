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
SHOWN = 1 << 16  # bytes of output on the reader's own input
PYTHON = Language("python", "Python", (".py",), (), ())


class Judge:
    """Judges the programs for one problem, with JSON and bytes for JavaScript.

    `problem` has `id`, `title`, `source`, `interface`, `limits` (those of Limits), `source_limit`; `case` and
    `run` have the fields of Case and Run that are not bytes.
    """

    def __init__(self, problem: str) -> None:
        fields = json.loads(problem)
        limits = Limits(**fields.pop("limits"))
        self._problem = Problem(root=Path(), limits=limits, **fields)
        name = f"{self._problem.id}.py"
        self._submission = Submission(Path(name), name, self._problem, PYTHON)

    def refused(self, source: str) -> str:
        """The answer to a source that is too large to be run, `null` for any other."""
        size, limit = len(source.encode("utf-8", "surrogatepass")), self._problem.source_limit
        return self._no_program(f"{size} bytes of source, the limit is {limit}") if size > limit else "null"

    def syntax_error(self, stderr: bytes) -> str:
        """The answer to a program that does not compile, with Python's own message."""
        return self._no_program(without_folders(stderr).decode("utf-8", "backslashreplace").strip())

    def finish(self, case: str, stdin: bytes, answer: bytes, run: str, stdout: bytes, stderr: bytes) -> str:
        """The answer to a run on a case."""
        fields = json.loads(case)
        args = tuple(fields.pop("args"))
        tested = Case(args=args, stdin=bytes(stdin), stdout=bytes(answer), **fields)
        result = self._judge(tested, run, stdout, stderr)
        found, seconds = result.verdict, result.run.wall_s
        if found is Verdict.AC:
            heading = explain.heading(found, tested.name, found.words)
            return told(found, [heading, *explain.labelled("why", tested.why)], seconds)
        command = command_line(["judge", "run", self._submission.target, "--case", tested.name])
        again = {"again": command} if tested.line else {}  # the reader's own input is no case
        lines = explain.explain(self._result(found, None), result, again)
        return told(found, lines, seconds, sign_of(result))

    def show(self, run: str, stdout: bytes, stderr: bytes) -> str:
        """The output of a run on the reader's own input, and the reason if it failed."""
        result = self._judge(Case("", "", "", (), b"", bytes(stdout), 0), run, stdout, stderr)
        more = len(stdout) - SHOWN
        shown = readable(bytes(stdout[:SHOWN])) + (f"{CUT} {more} more bytes" if more > 0 else "")
        return json.dumps({"note": result.note, "stdout": shown, "stderr": readable(result.run.stderr)})

    def _judge(self, case: Case, run: str, stdout: bytes, stderr: bytes) -> CaseResult:
        """Judge as the command line does; a page cannot measure CPU time."""
        facts = Run(**json.loads(run), stderr=without_folders(stderr))
        comparison = Comparison(case.stdout)
        comparison.feed(bytes(stdout))
        difference = comparison.difference()
        found, note = verdict.decide(facts, self._problem.limits, difference)
        return CaseResult(case, found, facts, note, difference if found is Verdict.WA else None)

    def _result(self, found: Verdict, note: str | None) -> SubmissionResult:
        return SubmissionResult(self._submission, found, 1, (), note)

    def _no_program(self, failure: str) -> str:
        return told(Verdict.CE, explain.explain_submission(self._result(Verdict.CE, failure)))


def told(found: Verdict, lines: list[Styled], seconds: float = 0, sign: str = "") -> str:
    """A verdict with its words and its explanation: lines of pieces, a text and a style each."""
    known = {"words": found.words, "lines": lines, "seconds": seconds, "sign": sign}
    return json.dumps({"verdict": found, **known})


def sign_of(result: CaseResult) -> str:
    """The verdict and a hash of how the output differs: alike for programs with the same mistake."""
    at = result.difference
    return f"{result.verdict} {zlib.crc32(repr((at.offset, at.actual[:1])).encode()) if at else ''}"


def without_folders(stderr: bytes) -> bytes:
    """Standard error as the command line shows it."""
    text = bytes(stderr)
    for folder in FOLDERS:
        text = text.replace(folder, b"")
    return text
