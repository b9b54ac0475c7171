"""Corrupted inputs: a validator must reject some of them, and raise nothing but ValueError."""

import random
import re
from collections.abc import Iterator, Sequence

from judge.authoring.facts import Facts
from judge.authoring.generated import checked, text_to_validate
from judge.authoring.parts import line, not_utf8
from judge.core import files
from judge.core.model import Case, Problem
from judge.report.styled import CUT, escape

CASES = 3  # that are corrupted
SHOWN = 60  # bytes of an input in a message
ALL = r"(?s)\A.*\Z"
LAST_LINE = r"(?:.+\n?|\n)\Z"
WORD = r"\S+"
LONG_WORD = r"(\S)(\S+)"
NUMBER = r"[0-9]+"
# Each corruption: a pattern, and what stands in place of one match, as for re.Match.expand.
CORRUPTIONS = {
    "nothing": (ALL, ""),
    "an empty line": (ALL, r"\n"),
    "an empty first line": (r"\A", r"\n"),
    "five empty lines at the end": (r"\Z", 5 * r"\n"),
    "a line that ends in CR alone": (r"\r?\n", r"\r"),
    "a missing first line": (r"\A.*\n?", ""),
    "a missing last line": (LAST_LINE, ""),
    "its last line twice": (LAST_LINE, r"\g<0>\g<0>"),
    "its first two lines swapped": (r"\A(.*\n)(.*\n?)", r"\2\1"),
    "a missing word": (WORD, ""),
    "a word twice": (WORD, r"\g<0> \g<0>"),
    "a word with its first character last": (LONG_WORD, r"\2\1"),
    "an extra space": (WORD, r"\g<0>  "),
    "a space inside a word": (LONG_WORD, r"\1 \2"),
    "a tab": (WORD, r"\g<0>\t"),
    "a control character": (WORD, "\\g<0>\x01"),
    "a letter of another script": (WORD, "\\g<0>\u0416"),
    "a word of 100,000 letters": (WORD, 100_000 * "x"),
    "a letter for a number": (NUMBER, "x"),
    "a large number": (NUMBER, 20 * "9"),
    "a number below 0": (NUMBER, r"-\g<0>"),
    "a number with leading zeros": (NUMBER, r"000\g<0>"),
}


def corrupted(text: str, draw: random.Random) -> Iterator[tuple[str, bytes]]:
    """Yield corruptions of an input, each with its description."""
    for name, (pattern, template) in CORRUPTIONS.items():
        if found := [*re.finditer(pattern, text)]:
            one = draw.choice(found)
            new = one.expand(template) if "\\" in template else template  # `expand` takes long for a long one
            yield name, (text[: one.start()] + new + text[one.end() :]).encode()


def faults(judge: Facts, problem: Problem, cases: Sequence[Case]) -> Iterator[str]:
    """Corrupt the smallest cases; yield the validator's faults on them."""
    path = problem.folder / "validator.py"
    texts = [text_to_validate(case) for case in cases]
    valid = [text for text in sorted(texts, key=len) if not_utf8(text) is None and text.split()]
    if not files.exists(path) or not valid:
        return
    draw = random.Random(1)
    tried = [one for text in valid[:CASES] for one in corrupted(text.decode(), draw) if one[1] not in texts]
    said = checked(judge, problem, [text for _, text in tried])
    for (name, text), (_, complaint, is_crash) in zip(tried, said, strict=True):
        if complaint is not None and is_crash:
            shown = escape(text[:SHOWN]) + (CUT if len(text) > SHOWN else "")
            yield f"{line(complaint)}, for an input with {name}: '{shown}'; raise only ValueError"
            return
    if all(one.complaint is None for one in said):
        some = ", ".join(name for name, _ in tried[:3])
        what = f"it accepts all of {len(tried)} corrupted inputs ({some} and so on)"
        yield f"{problem.shown(path)}: {what}; raise ValueError for input that breaks the format"
