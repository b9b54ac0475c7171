"""What people read of a judging: failures, cases, and a line for each submission. Pure lines for a screen."""

import itertools
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from judge.core.model import SubmissionResult, Verdict
from judge.report import explain
from judge.report.escape import one_line
from judge.report.explain import Again
from judge.report.styled import CUT, FAINT, PLAIN, Styled, columns, cut, shown_of, style_of

IN_FULL: Final = 3  # failures of a submission that are shown without -v
IN_A_LINE: Final = 20  # of the others
CELL: Final = 5  # columns of the terminal that a verdict takes
Size = tuple[int | None, int | None]  # columns and lines of a terminal, None on a pipe


def failures(
    result: SubmissionResult, again: Again, size: Size, in_full: int | None
) -> Iterator[list[Styled]]:
    """Yield the explanations of what is not AC: the first ones `in_full` (None: all), then lines."""
    if result.note is not None:
        yield [*explain.explain_submission(result, *size), []]
    failed = [case for case in result.cases if case.verdict is not Verdict.AC]
    for case in failed[:in_full]:
        yield [*explain.explain(result, case, again(result, case), *size), []]
    others = failed[len(failed[:in_full]) :]
    shown = shown_of(len(others), IN_A_LINE)
    if others:
        lines = [explain.summary_line(case, size[0]) for case in others[:shown]]
        if len(others) > shown:
            lines.append([(f"{CUT} {len(others) - shown} more", FAINT)])
        yield [*lines, [explain.label("in full"), (again(result, None), "bold")], []]


def cases(
    results: Sequence[SubmissionResult], versions: Mapping[str, str], width: int | None
) -> Iterator[list[Styled]]:
    """Yield a line for each case; for several submissions of a problem a table of cases and verdicts."""
    for _, same in itertools.groupby(results, key=lambda one: one.submission.problem):
        group = list(same)
        submissions = [one.submission for one in group]
        names = [f"{one_line(one.target)}: {versions.get(one.language.id, '')}" for one in submissions]
        if len(group) == 1:
            yield [[(names[0], "bold")], *map(explain.case_line, group[0].cases)]
        else:
            yield [[(f"{number:>{CELL}}  {name}", "bold")] for number, name in enumerate(names, 1)]
            yield [*matrix(group, width), []]


def matrix(results: Sequence[SubmissionResult], width: int | None) -> Iterator[Styled]:
    """Yield the lines of a table of cases and submissions, which goes on below where it is too wide."""
    verdicts = [{case.case.name: case.verdict.value for case in result.cases} for result in results]
    names = list(dict.fromkeys(itertools.chain(*verdicts)))
    room = max(map(columns, names), default=0)
    shown = len(results)
    if width is not None:
        room = min(room, max(width - CELL * len(results), width // 2))
        shown = max(1, (width - room) // CELL)
    for first in range(0, len(results), shown):
        block = list(enumerate(verdicts[first : first + shown], first + 1))
        yield [(" " * room, PLAIN), *((f"{number:>{CELL}}", "bold") for number, _ in block)]
        for name in names:
            cells = [
                (f"{found.get(name, '-'):>{CELL}}", style_of(found.get(name, "AC"))) for _, found in block
            ]
            text = cut(name, room)
            yield [(text + " " * (room - columns(text)), PLAIN), *cells]
