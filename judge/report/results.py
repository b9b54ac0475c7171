"""Results for people as styled lines: failures, cases, and a table of submissions. Pure."""

import itertools
import operator
import re
from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Sequence
from typing import Final

from judge.core.model import MEBIBYTE, MOST_TLE, CaseResult, LeftOut, SubmissionResult, Verdict
from judge.report.styled import FAINT, PLAIN, Styled, counted, cut, one_line, readable, shortened, style_of

IN_FULL: Final = 3  # causes of failures of a submission that are explained without -v
IN_A_LINE: Final = 20  # of the others
# Numbers, but not an exit code or the line of an exception, which tell causes apart.
DIGITS: Final = re.compile("(?<!exit code )(?<!\\(line )(?<![0-9])[0-9]+(?:[.][0-9]+)?")
FEW: Final = 3  # names of cases with one cause, or of files that nobody misses
HEADER: Final = ("problem", "submission", "verdict", "passed", "slowest", "case", "peak memory")
GO: Final = ("peak memory", "slowest")  # columns, on a narrow screen
# Returns the command that runs one case of a submission again, or (None) that shows all failures.
Again = Callable[[SubmissionResult, CaseResult | None], str]
Blocks = Iterator[list[Styled]]  # of lines
Size = tuple[int, int]  # columns and lines of a terminal


def failures(result: SubmissionResult, again: Again, size: Size, is_shown: bool, every: bool) -> Blocks:
    """Outputs for inputs without an answer, then failures, except the first one if it has been shown.

    Of failures with the same cause, only one is explained, unless `every` one is; a line names the others.
    """
    for case in [case for case in result.cases if case.known is None]:
        yield explained(result, case, again, size)
    if result.note is not None and not is_shown:
        yield explained(result, None, again, size)
    alike: dict[Hashable, list[CaseResult]] = {}
    for case in [case for case in result.cases if case.verdict is not Verdict.AC]:
        alike.setdefault(case.case.name if every else cause(case), []).append(case)
    lines = []
    for number, group in enumerate(alike.values()):
        in_full = every or number < IN_FULL
        if in_full and (number or not is_shown):
            yield explained(result, min(group, key=lambda case: len(case.case.stdin)), again, size)
        if len(group) > 1 or not in_full:
            lines.append(group_line(result, group, size[0]))
    lines = shortened(lines, IN_A_LINE, "more cause")
    if lines:
        lines.append([("    in full  ", FAINT), (again(result, None), "bold")])
    lines += not_run(result)
    if lines:
        yield [*lines, []]


def explained(result: SubmissionResult, case: CaseResult | None, again: Again, size: Size) -> list[Styled]:
    """The explanation of a case, or (None) of a submission that could not run, and a blank line."""
    from judge.report.explain import explain  # only where there is something to explain

    return [*explain(result, case, again(result, case), *size), []]


def cause(case: CaseResult) -> Hashable:
    """A key that is equal for failures with the same cause."""
    return case.verdict, DIGITS.sub("", reason(case))


def reason(case: CaseResult) -> str:
    """What is wrong, without the details of one difference."""
    return case.difference.words if case.difference else case.note or ""


def group_line(result: SubmissionResult, group: Sequence[CaseResult], width: int) -> Styled:
    """The cause and the first names of cases, or what a single one is for."""
    first, *others = group
    note = reason(first) if len({*map(reason, group)}) == 1 else DIGITS.sub("…", reason(first))
    names = some([case.case.name for case in group], FEW)
    text = f"{note}: {names}" if others else f"{names}: {note} ({first.case.file or first.case.why})"
    start = f"in {counted(len(group), 'case')} of {result.submission.target}: {text}"
    return [(f"{first.verdict} ", "bold red"), (cut(one_line(start), width - len(first.verdict) - 1), PLAIN)]


def not_run(result: SubmissionResult) -> list[Styled]:
    """The number of cases not run, for a submission that can run."""
    run, total = len(result.cases), result.total
    if not run or run == total:
        return []
    verdicts = [case.verdict for case in result.cases]
    hint = "; --all runs them" if verdicts.count(Verdict.TLE) == MOST_TLE and result.verdict else ""
    words = f"{one_line(result.submission.target)}: {run} of {total} cases, {total - run} not run{hint}"
    return [[(f"{result.verdict or '-'} ", "bold red"), (words, PLAIN)]]


def totals(results: Sequence[SubmissionResult]) -> str:
    """The number of submissions with each verdict."""
    counts = Counter(result.verdict for result in results)
    found = [f"{counts[one]} {one or 'without a verdict'}" for one in (*Verdict, None) if counts[one]]
    return f"{counted(len(results), 'submission')}: {', '.join(found)}"


def cases(results: Sequence[SubmissionResult], width: int) -> Blocks:
    """For each submission a line for each case, and what its compiler and cases that are AC have written."""
    for result in results:
        target = one_line(result.submission.target)
        yield [[(target, "bold")], *map(case_line, result.cases), []]
        texts = [("the compiler", result.printed.encode())]
        passed = [case for case in result.cases if case.verdict is Verdict.AC]
        texts += [(f"stderr of {case.case.name}", case.run.stderr) for case in passed]
        for name, text in texts:
            if text:
                lines: list[Styled] = [[(cut(line, width), PLAIN)] for line in readable(text).splitlines()]
                yield [[(f"{target}, {name}", "bold")], *shortened(lines, IN_A_LINE), []]


def left_out(found: Sequence[LeftOut]) -> Iterator[str]:
    """A line for each reason; harmless ones come last and name only a few files."""
    key = operator.attrgetter("is_harmless", "reason")
    for (is_harmless, reason), same in itertools.groupby(sorted(found, key=key), key=key):
        names = [one.path for one in same]
        paths = some(names, FEW if is_harmless else len(names))
        yield from (f"{paths}: {line}" for line in reason.split("\n"))


def some(names: Sequence[str], most: int) -> str:
    rest = len(names) - most
    return ", ".join(names[:most]) + (f" and {rest} more" if rest > 0 else "")


def row(result: SubmissionResult) -> tuple[str, ...]:
    cases, submission = result.cases, result.submission
    # A reference solution is shown by its path, even if it was named by its problem.
    name = str(submission.path) if submission.target == submission.problem.id else submission.target
    passed = sum(case.known is Verdict.AC for case in cases)
    ran = sum(case.known is not None for case in cases) if cases else result.total
    more = f" of {result.total}" if 0 < len(cases) < result.total else ""
    slowest = max(cases, key=seconds, default=None)
    peak = max((case.run.memory_bytes for case in cases), default=0)
    return (
        submission.problem.id,
        one_line(name),
        result.verdict or "-",
        f"{passed}/{ran}{more}",
        f"{seconds(slowest):.3f} s" if slowest else "-",
        slowest.case.name if slowest else "-",
        f"{peak / MEBIBYTE:.1f} MiB" if cases else "-",
    )


def seconds(case: CaseResult) -> float:
    """CPU time, or elapsed time if that has broken the limit."""
    return case.run.wall_s if case.run.stopped == "wall" else case.run.cpu_s


def case_line(case: CaseResult) -> Styled:
    run = case.run
    figures = f"{run.cpu_s:8.3f} s {run.wall_s:8.3f} s wall {run.memory_bytes / MEBIBYTE:8.1f} MiB"
    return [(f"  {case.known or '-':<3} ", style_of(case.verdict)), (f"{figures}  {case.case.name}", PLAIN)]
