"""What a statement shows and names: the blocks of its samples, its list of classic mistakes. Pure."""

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from judge.core.model import Case

SAMPLES = "sample"  # the group of the cases that a statement shows
HEADINGS = {"### Input": "stdin", "### Output": "stdout"}
MISTAKES = "## Classic mistakes"
ITEM = "- "
NAME = re.compile(r"`([a-z][a-z0-9]*(?:_[a-z0-9]+)*)`")
LINK = re.compile(r"\]\((submissions/[^\s()]+)\)")


class Block(NamedTuple):
    """A block of code below a heading, the line of the heading from 1, and what it should show."""

    key: str
    line: int
    text: str


class Mistake(NamedTuple):
    """An item of the list of classic mistakes: its line, links to programs, words that may name cases."""

    line: int
    links: list[str]
    names: list[str]


def blocks(lines: Sequence[str]) -> list[Block]:
    """Return the first block of code behind each heading of a sample."""
    found = []
    number = 0
    while number < len(lines):
        key = HEADINGS.get(lines[number])
        number += 1
        if key is None:
            continue
        heading = number
        while number < len(lines) and not lines[number]:
            number += 1
        if number == len(lines) or not lines[number].startswith("```"):
            continue
        fence = re.match("`+", lines[number])
        assert fence is not None
        start = number = number + 1
        while number < len(lines) and lines[number] != fence[0]:
            number += 1
        found.append(Block(key, heading, "".join(f"{line}\n" for line in lines[start:number])))
    return found


def first_difference(shown: Sequence[Block], samples: Iterable[Case]) -> tuple[int, str] | None:
    """Return where and how the blocks differ from the cases of the sample; None if they are equal."""
    texts = [(case, key) for case in samples for key in HEADINGS.values()]
    for block, (case, key) in zip(shown, texts, strict=False):
        expected = getattr(case, key).decode("utf-8", "backslashreplace")
        if block.key != key:
            return block.line, f"the {key} of '{case.name}' should follow, not another {block.key}"
        if block.text != expected:
            return block.line, f"this is not the {key} of '{case.name}': {difference(block.text, expected)}"
    if len(shown) != len(texts):
        line = shown[-1].line if shown else 1
        return line, f"there are {len(shown)} blocks of samples, but the sample has {len(texts)} texts"
    return None


def difference(shown: str, expected: str) -> str:
    """Say how two texts that are not equal differ first."""
    pairs = zip(shown.split("\n"), expected.split("\n"), strict=False)
    for number, (one, other) in enumerate(pairs, 1):
        if one != other:
            return f"its line {number} is {one[:80]!r}, but {other[:80]!r} in the case"
    return f"it has {len(shown)} characters, but {len(expected)} in the case"


def mistakes(lines: Sequence[str]) -> list[Mistake]:
    """Return the items of the list of classic mistakes that link to programs."""
    found: list[Mistake] = []
    if MISTAKES not in lines:
        return found
    start = lines.index(MISTAKES) + 1
    items: list[tuple[int, list[str]]] = []
    for number, line in enumerate(lines[start:], start + 1):
        if line.startswith("## "):
            break
        if line.startswith(ITEM) or not items:
            items.append((number, []))
        items[-1][1].append(line)
    for number, texts in items:
        text = " ".join(texts)
        if links := LINK.findall(text):
            found.append(Mistake(number, links, NAME.findall(text)))
    return found
