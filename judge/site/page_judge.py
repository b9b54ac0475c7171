"""Judges in a reader's browser: the judge's own modules, given the facts of a run. No program runs here."""

import json
import re
import zlib
from pathlib import Path

from judge.core import verdict
from judge.core.model import Case, CaseResult, Language, Line, Problem, Submission, SubmissionResult, Verdict
from judge.report import explain, styled
from judge.report.styled import command_line, one_line, readable
from judge.sandbox.model import Limits, Run

FOLDERS = re.compile(b"/program/|/scratch/")  # of a program in the browser: they say nothing to its author
SHOWN = 1 << 16  # bytes of output on the reader's own input
PYTHON = Language("python", "Python", (".py",), (), ())
FEW = 12  # lines of an input or of an output that are shown beside another
LINE = re.compile(r"\(line (\d{1,9})\)")
MAIN = re.compile(r"^def main\(", re.M)
PROMPT = re.compile(r"""\binput\(\s*[rRfF]?(["'])(.+?)\1""")


class PageJudge:
    """Judges the programs for one problem, with JSON and bytes for JavaScript.

    `problem` has `id`, `title`, `source`, `interface`, `limits` (those of Limits), `source_limit`, and
    `exceptions`: patterns with what they mean. `case` and `run` have the fields of Case and Run that are not
    bytes.
    """

    def __init__(self, problem: str) -> None:
        fields = json.loads(problem)
        limits = Limits(**fields.pop("limits"))
        self._exceptions = fields.pop("exceptions")
        self._problem = Problem(root=Path(), limits=limits, **fields)
        name = f"{self._problem.id}.py"
        submission = Submission(Path(name), name, self._problem, PYTHON)
        self._result = SubmissionResult(submission, None, 1, ())
        self._source = ""

    def refused(self, source: str) -> str:
        """The answer to a source that is too large to be run, `null` for any other: the next runs are its."""
        self._source = source
        size, limit = len(source.encode("utf-8", "surrogatepass")), self._problem.source_limit
        return self._no_program(f"{size} bytes of source, the limit is {limit}") if size > limit else "null"

    def syntax_error(self, stderr: bytes) -> str:
        """The answer to a program that does not compile, with Python's own message."""
        message = without_folders(stderr).decode("utf-8", "backslashreplace").strip()
        return self._no_program(message, self._meaning(message.rpartition("\n")[2]))

    def finish(self, case: str, stdin: bytes, answer: bytes, run: str, stdout: bytes, stderr: bytes) -> str:
        """The answer to a run on a case."""
        fields = json.loads(case)
        tested = Case(args=tuple(fields.pop("args")), stdin=bytes(stdin), stdout=bytes(answer), **fields)
        result = self._judge(tested, run, stdout, stderr)
        found, seconds = result.verdict, result.run.wall_s
        if found is Verdict.AC:
            heading = explain.heading(found, tested.name, found.words)
            return told(found, [heading, *explain.labelled("why", tested.why)], seconds)
        lines = explained(self._result._replace(verdict=found), result)
        sign, at = sign_of(result), result.difference
        is_seen = at is not None and at.kind == "content" and not at.detail  # where both sides are shown
        reason = "" if is_seen or not result.note else f"{result.note[0].upper()}{result.note[1:]}."
        more = {"plain": self._in_plain_words(result, bytes(stdout)), "cause": at.kind if at else sign}
        shown = {"stdin": head(tested.stdin), "sides": sides(result, bytes(stdout))}
        return told(found, lines, seconds, sign=sign, reason=reason, **more, **shown)

    def show(self, run: str, stdout: bytes, stderr: bytes) -> str:
        """The output of a run on the reader's own input, and the reason if it failed."""
        result = self._judge(Case("", "", "", (), b"", bytes(stdout), 0), run, stdout, stderr)
        more = len(stdout) - SHOWN
        shown = readable(bytes(stdout[:SHOWN])) + (f"{styled.CUT} {more} more bytes" if more > 0 else "")
        return json.dumps({"note": result.note, "stdout": shown, "stderr": readable(result.run.stderr)})

    def _meaning(self, raised: str, number: int = 0, code: str = "") -> str:
        """What an exception in a line of the program means, from the table, or else what Python says."""
        name, _, said = raised.partition(":")
        where = f"`{name}` in line {number} (`{code}`): " if number else ""
        for pattern, words in self._exceptions:
            if found := re.match(pattern, f"{raised}\n{code}"):
                groups = (one_line(one or "").strip("'") for one in found.groups())
                return where + str(words).format(found[0], *groups)
        return f"{where}{one_line(said.strip())}" if number else ""

    def _in_plain_words(self, result: CaseResult, stdout: bytes) -> str:
        """What stopped a program, or made its output wrong, in words for beginners; empty if not known."""
        if result.verdict is Verdict.RE:
            raised = verdict.exception(result.run) or readable(result.run.stderr).strip()
            at = LINE.search(raised)
            number = int(at[1]) if at else 0
            code = dict(enumerate(self._source.splitlines(), 1)).get(number, "").strip()
            return self._meaning(LINE.sub("", raised).strip(), number, code)
        if result.verdict is not Verdict.WA:
            return self._meaning(str(result.verdict))
        for _, prompt in PROMPT.findall(self._source):
            if prompt.encode() in stdout and prompt.encode() not in result.case.stdout:
                return self._meaning(f"prompt: {prompt}")
        if self._problem.interface == "functions":
            is_empty = b"None" in stdout and b"None" not in result.case.stdout
            return self._meaning("nothing returned") if is_empty else ""
        is_never_called = MAIN.search(self._source) and self._source.count("main(") == 1
        return "" if stdout else self._meaning("main" if is_never_called else "nothing printed")

    def _judge(self, case: Case, run: str, stdout: bytes, stderr: bytes) -> CaseResult:
        """Judge as the command line does; a page cannot measure CPU time."""
        facts = Run(**json.loads(run), stderr=without_folders(stderr))
        comparison = verdict.Comparison(case.stdout)
        comparison.feed(bytes(stdout))
        return verdict.judged(case, facts, self._problem.limits, comparison.difference())

    def _no_program(self, failure: str, plain: str = "") -> str:
        result = self._result._replace(verdict=Verdict.CE, note=failure)
        return told(Verdict.CE, explain.explain(result, None, ""), plain=plain)


def told(found: Verdict, lines: list[styled.Styled], seconds: float = 0, **more: object) -> str:
    """A verdict with its words and its explanation: lines of pieces, a text and a style each.

    Of a case that failed: `plain` words, the judge's own `reason`, its `sign`, its `cause`, which smaller
    inputs must keep, the first lines of `stdin` and of both `sides`.
    """
    return json.dumps({"verdict": found, "words": found.words, "lines": lines, "seconds": seconds, **more})


def explained(result: SubmissionResult, shown: CaseResult) -> list[styled.Styled]:
    """A failure as in the terminal; the reader's own input, which has no line, cannot be judged again."""
    command = command_line(["judge", "run", result.submission.target, "--case", shown.case.name])
    return explain.explain(result, shown, command if shown.case.line else "")


def sides(result: CaseResult, stdout: bytes) -> list[list[styled.Styled]]:
    """The first lines of the expected and of the actual output, or those around the difference."""
    at = result.difference
    if at is None:
        return [head(result.case.stdout), head(stdout)]
    before = explain.following(at.context, at.line - len(at.context), styled.ENDLESS)
    pairs = ((at.expected, "green"), (at.actual, "red"))
    return [[*before, *explain.side_lines(at, side, styled.ENDLESS, style)] for side, style in pairs]


def head(content: bytes) -> list[styled.Styled]:
    """The first lines of a text, with the signs for white space."""
    lines = verdict.LINE.findall(content)
    most = verdict.EXCERPT
    shown = tuple(Line(line[:most], 0, len(line[most:])) for line in lines[:FEW])
    found = explain.following(shown, 1, styled.ENDLESS)
    if len(lines) > FEW:
        found.append([(f"{styled.CUT} {styled.counted(len(lines) - FEW, 'more line')}", styled.FAINT)])
    return found


def sign_of(result: CaseResult) -> str:
    """The verdict and a hash of how the output differs, or the exception: alike for the same mistake."""
    at = result.difference
    if at is not None:
        return f"{result.verdict} {zlib.crc32(repr((at.offset, at.actual[:1])).encode())}"
    if result.verdict is not Verdict.RE:
        return str(result.verdict)
    raised = verdict.exception(result.run) or readable(result.run.stderr).strip().rpartition("\n")[2]
    return f"RE {raised.partition(':')[0].partition(' (line ')[0]}"


def without_folders(stderr: bytes) -> bytes:
    """Standard error as the command line shows it."""
    return FOLDERS.sub(b"", bytes(stderr))
