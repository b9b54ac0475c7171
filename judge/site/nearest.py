"""The right program that a wrong one is nearest to, and what differs. Pure."""

import re
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from itertools import accumulate
from typing import Literal, NamedTuple

CONTEXT = 3  # equal lines shown on each side of a difference
ALIKE = 0.65  # how much of two lines is equal where only the rest is marked
WORD = re.compile(r"\w+|\s+|.")

Kind = Literal["same", "right", "wrong", "gap"]


class Row(NamedTuple):
    """A line of a difference: its numbers (from 1) in both programs, its text, which parts of it changed.

    A "gap" stands for equal lines that are left out.
    """

    kind: Kind
    right: int | None
    wrong: int | None
    text: str = ""
    changed: tuple[tuple[int, int], ...] = ()


def nearest(wrong: Sequence[str], right: Sequence[Sequence[str]]) -> int:
    """Return the number of the program that has most in common with a wrong one, both as lines."""
    matcher: SequenceMatcher[str] = SequenceMatcher(None, autojunk=False)
    matcher.set_seq2(wrong)
    best, most = 0, -1.0
    for number, lines in enumerate(right):
        matcher.set_seq1(lines)
        if matcher.real_quick_ratio() > most and matcher.quick_ratio() > most and matcher.ratio() > most:
            best, most = number, matcher.ratio()
    return best


def difference(right: Sequence[str], wrong: Sequence[str]) -> Iterator[Row]:
    """Yield the lines that differ, with some equal ones around them."""
    end = 0
    for group in SequenceMatcher(None, right, wrong, autojunk=False).get_grouped_opcodes(CONTEXT):
        if group[0][1] > end:
            yield Row("gap", None, None)
        for tag, start, end, first, last in group:
            if tag == "equal":
                for offset, line in enumerate(right[start:end], 1):
                    yield Row("same", start + offset, first + offset, line)
            else:
                yield from changed(right[start:end], wrong[first:last], start, first)
    if end < len(right):
        yield Row("gap", None, None)


def changed(right: Sequence[str], wrong: Sequence[str], start: int, first: int) -> Iterator[Row]:
    """Yield the rows for lines that take the place of others; `start` and `first` lines come before them."""
    pairs = [parts(*pair) for pair in zip(right, wrong, strict=True)] if len(right) == len(wrong) else []
    for number, line in enumerate(right):
        yield Row("right", start + number + 1, None, line, pairs[number][0] if pairs else ())
    for number, line in enumerate(wrong):
        yield Row("wrong", None, first + number + 1, line, pairs[number][1] if pairs else ())


def parts(right: str, wrong: str) -> tuple[tuple[tuple[int, int], ...], tuple[tuple[int, int], ...]]:
    """Return which parts of two lines differ, none if they have little in common."""
    words: tuple[list[str], list[str]] = WORD.findall(right), WORD.findall(wrong)
    matcher = SequenceMatcher(None, *words, autojunk=False)
    if matcher.ratio() < ALIKE:
        return (), ()
    ends = [[0, *accumulate(map(len, side))] for side in words]
    codes = [code for code in matcher.get_opcodes() if code[0] != "equal"]
    return (
        tuple((ends[0][start], ends[0][end]) for _, start, end, _, _ in codes if start < end),
        tuple((ends[1][start], ends[1][end]) for _, _, _, start, end in codes if start < end),
    )
