"""The right program that a wrong one is nearest to, and what differs. Pure."""

import re
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from typing import Literal, NamedTuple

CONTEXT = 3  # equal lines shown on each side of a difference
ALIKE = 0.65  # how much of two lines is equal where only the rest is marked
WORD = re.compile(r"\w+|\s+|.")

Kind = Literal["same", "right", "wrong", "gap"]
Pieces = Sequence[tuple[str, bool]]  # of a line; True: this one has changed


class Row(NamedTuple):
    """A line of a difference. A "same" one is that of this number (from 0) in the right program.

    A "gap" stands for equal lines that are left out.
    """

    kind: Kind
    pieces: Pieces = ()
    number: int | None = None


def nearest(wrong: Sequence[str], right: Sequence[Sequence[str]]) -> int:
    """Return the number of the program that has most in common with a wrong one, both as lines."""
    ratios = [SequenceMatcher(None, lines, wrong, autojunk=False).ratio() for lines in right]
    return ratios.index(max(ratios))


def difference(right: Sequence[str], wrong: Sequence[str]) -> Iterator[Row]:
    """Yield the lines that differ, with some equal ones around them."""
    end = 0
    for group in SequenceMatcher(None, right, wrong, autojunk=False).get_grouped_opcodes(CONTEXT):
        if group[0][1] > end:
            yield Row("gap")
        for tag, start, end, first, last in group:
            if tag == "equal":
                yield from (Row("same", number=number) for number in range(start, end))
            else:
                yield from changed(right[start:end], wrong[first:last])
    if end < len(right):
        yield Row("gap")


def changed(right: Sequence[str], wrong: Sequence[str]) -> Iterator[Row]:
    """Yield the rows for lines that take the place of others."""
    if len(right) == len(wrong):
        pairs = [pieces(*pair) for pair in zip(right, wrong, strict=True)]
        yield from (Row("wrong", other) for _, other in pairs)
        yield from (Row("right", one) for one, _ in pairs)
    else:
        yield from (Row("wrong", [(line, False)]) for line in wrong)
        yield from (Row("right", [(line, False)]) for line in right)


def pieces(right: str, wrong: str) -> tuple[Pieces, Pieces]:
    """What two lines have in common and what not, as one piece each if that is little."""
    words: tuple[list[str], list[str]] = WORD.findall(right), WORD.findall(wrong)
    matcher = SequenceMatcher(None, *words, autojunk=False)
    if matcher.ratio() < ALIKE:
        return [(right, False)], [(wrong, False)]
    codes = matcher.get_opcodes()
    return (
        [("".join(words[0][start:end]), tag != "equal") for tag, start, end, _, _ in codes if start < end],
        [("".join(words[1][start:end]), tag != "equal") for tag, _, _, start, end in codes if start < end],
    )
