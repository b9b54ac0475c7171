"""What went wrong in a case, so that its author can act: styled lines for a screen, or plain text."""

from collections.abc import Callable, Sequence
from typing import Final

from judge.core.model import MEBIBYTE, CaseResult, SubmissionResult, Verdict
from judge.report.escape import readable
from judge.report.excerpt import excerpt
from judge.report.styled import CUT, FAINT, PLAIN, WIDTH, Piece, Styled, cut, style_of

LABEL: Final = 9
STDERR_LINES: Final = 12
INPUT_LINES: Final = 3

# Returns the command that runs just one case of a submission again.
Again = Callable[[SubmissionResult, CaseResult], str]


def explain(result: SubmissionResult, case: CaseResult, again: str, width: int = WIDTH) -> list[Styled]:
    """Return the explanation of a case that is not AC; `again` is the command that runs just it.

    A case that stands in no file (line 0) has neither a place nor a reason why it was written.
    """
    target = readable(result.submission.target)
    place = f"{result.submission.problem.id}/{case.case.group}.yaml, line {case.case.line}"
    why = [labelled("why", case.case.why, width)] if case.case.line else []
    lines = [
        heading(case.verdict, case.case.name, f"{target}, {place}" if case.case.line else target),
        *why,
        labelled("reason", f"{case.verdict.words}: {case.note}", width),
        *input_lines(case, width),
    ]
    if case.difference is not None:
        at = case.difference
        where = f"line {at.line}, column {at.column} (byte {at.offset} of the output)"
        lines += [labelled("where", where, width), *excerpt(at, width)]
    elif case.run.stderr:
        lines += stderr_lines(case.run.stderr, width)
    return [*lines, [label("again"), (again, "bold")]]


def explain_submission(result: SubmissionResult, width: int = WIDTH) -> list[Styled]:
    """Return the explanation of a submission that could not be run at all."""
    messages = readable(result.note or "").splitlines()[: 2 * STDERR_LINES]
    first = heading(result.verdict, readable(result.submission.target), result.verdict.words)
    return [first, *(indented(message, width) for message in messages)]


def heading(verdict: Verdict, title: str, more: str) -> Styled:
    """Return the first line of an explanation."""
    return [(f"{verdict} ", "bold red"), (title, "bold"), (f"  {more}", FAINT)]


def label(name: str) -> Piece:
    """Return the name in front of a line."""
    return (f"    {name:<{LABEL}}", FAINT)


def labelled(name: str, text: str, width: int) -> Styled:
    """Return a line with a name in front, cut to the width."""
    return [label(name), (cut(text, width - LABEL - 4), PLAIN)]


def indented(text: str, width: int) -> Styled:
    """Return a line of a program's own words, cut to the width."""
    return [(f"    {cut(text, width - 4)}", PLAIN)]


def input_lines(case: CaseResult, width: int) -> list[Styled]:
    """Return what the program was given: its arguments and the first lines of stdin."""
    shown: list[Styled] = []
    if case.case.args:
        shown.append(labelled("args", readable(" ".join(map(repr, case.case.args))), width))
    elif not case.case.stdin:
        shown.append(labelled("stdin", "(empty)", width))
    head = case.case.stdin[: 1 << 12].splitlines()[: INPUT_LINES + 1]
    for number, line in enumerate(head[:INPUT_LINES]):
        shown.append(labelled("" if number else "stdin", readable(line), width))
    if len(head) > INPUT_LINES:
        more = case.case.stdin.count(b"\n") + (not case.case.stdin.endswith(b"\n")) - INPUT_LINES
        shown.append(labelled("", f"{CUT} {more} more line{'s' if more > 1 else ''}", width))
    return shown


def stderr_lines(stderr: bytes, width: int) -> list[Styled]:
    """Return the last lines of stderr, where a traceback says what happened."""
    lines = readable(stderr).splitlines()
    dropped = len(lines) - STDERR_LINES
    title = "    stderr" if dropped <= 0 else f"    stderr   {CUT} after {dropped} more lines"
    return [[(title, FAINT)], *(indented(line, width) for line in lines[-STDERR_LINES:])]


def summary(results: Sequence[SubmissionResult]) -> tuple[tuple[str, ...], list[tuple[str, ...]]]:
    """Return header and rows of the table of submissions, a row each."""
    header = ("problem", "submission", "verdict", "passed", "slowest case", "peak memory")
    rows = [row(result) for result in results]
    if all(result.submission.target == result.submission.problem.id for result in results):
        # Reference solutions: the column would repeat the one before it.
        return header[:1] + header[2:], [one[:1] + one[2:] for one in rows]
    return header, rows


def row(result: SubmissionResult) -> tuple[str, ...]:
    """Return the row of a submission."""
    cases = result.cases
    passed = sum(case.verdict is Verdict.AC for case in cases)
    slowest = max(cases, key=lambda case: case.run.cpu_s, default=None)
    peak = max((case.run.memory_bytes for case in cases), default=0)
    return (
        result.submission.problem.id,
        readable(result.submission.target),
        result.verdict.value,
        f"{passed}/{result.total}",
        f"{slowest.run.cpu_s:.3f} s {slowest.case.name}" if slowest else "-",
        f"{peak / MEBIBYTE:.1f} MiB" if cases else "-",
    )


def case_line(case: CaseResult) -> Styled:
    """Return one line on one case."""
    run = case.run
    figures = f"{run.cpu_s:8.3f} s {run.wall_s:8.3f} s wall {run.memory_bytes / MEBIBYTE:8.1f} MiB"
    return [(f"  {case.verdict:<3} ", style_of(case.verdict)), (f"{figures}  {case.case.name}", PLAIN)]
