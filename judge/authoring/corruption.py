"""Corrupted inputs: a validator must refuse some of them, and end with nothing but ValueError."""

import json
import random
import re
from collections.abc import Callable, Iterator, Sequence

from judge.authoring.facts import Facts, as_json, hash_of
from judge.authoring.generated import text_to_validate
from judge.authoring.parts import Parts, line, not_utf8
from judge.core.model import Case, Problem
from judge.report.escape import escape
from judge.report.styled import CUT

CASES = 3  # that are corrupted
SHOWN = 60  # bytes of an input in a message
WORD = re.compile(r"\S+")
NUMBER = re.compile(r"[0-9]+")

Lines = list[str]  # with their line ends

OF_ALL: dict[str, Callable[[str], str]] = {
    "nothing": lambda text: "",
    "an empty line": lambda text: "\n",
    "an empty line above all": lambda text: "\n" + text,
    "five empty lines at the end": lambda text: text + 5 * "\n",
    "lines that end in CR alone": lambda text: text.replace("\r\n", "\r").replace("\n", "\r"),
}
OF_LINES: dict[str, Callable[[Lines], Lines]] = {
    "a missing first line": lambda lines: lines[1:],
    "a missing last line": lambda lines: lines[:-1],
    "its last line twice": lambda lines: [*lines, lines[-1]],
    "its first two lines swapped": lambda lines: [*lines[1::-1], *lines[2:]],
}
OF_A_WORD: dict[str, Callable[[str], str]] = {
    "a missing word": lambda word: "",
    "a word twice": lambda word: f"{word} {word}",
    "a word backwards": lambda word: word[::-1],
    "a blank too many": lambda word: f"{word}  ",
    "a blank inside a word": lambda word: f"{word[:1]} {word[1:]}",
    "a tab": lambda word: f"{word}\t",
    "a control character": lambda word: f"{word}\x01",
    "a letter of another script": lambda word: f"{word}\u0416",
    "a word of 100,000 letters": lambda word: 100_000 * "x",
}
OF_A_NUMBER: dict[str, Callable[[str], str]] = {
    "a letter for a number": lambda number: "x",
    "a large number": lambda number: 20 * "9",
    "a number below 0": lambda number: f"-{number}",
    "a number with zeros": lambda number: f"000{number}",
}


def corrupted(text: str, draw: random.Random) -> Iterator[tuple[str, str]]:
    """Yield corruptions of an input with at least one word, each with what it is."""
    for name, change in OF_ALL.items():
        yield name, change(text)
    for name, change_lines in OF_LINES.items():
        yield name, "".join(change_lines(text.splitlines(keepends=True)))
    for kind, changes in ((WORD, OF_A_WORD), (NUMBER, OF_A_NUMBER)):
        found = [*kind.finditer(text)]
        for name, change in changes.items() if found else ():
            one = draw.choice(found)
            yield name, text[: one.start()] + change(one[0]) + text[one.end() :]


def faults(judge: Facts, problem: Problem, cases: Sequence[Case]) -> Iterator[str]:
    """Corrupt the smallest cases, and yield what the validator does wrong with them."""
    path = problem.folder / "validator.py"
    texts = [text_to_validate(case) for case in cases]
    valid = [text for text in sorted(texts, key=len) if not_utf8(text) is None and WORD.search(text.decode())]
    if not path.exists() or not valid:
        return
    draw = random.Random(1)
    corruptions = [pair for text in valid[:CASES] for pair in corrupted(text.decode(), draw)]
    tried = [(name, text.encode()) for name, text in corruptions if text.encode() not in texts]
    made = Parts(judge.session, problem)

    def check() -> bytes:
        return as_json([(one.complaint, one.is_crash) for one in made.checked([text for _, text in tried])])

    key = ("corruptions", problem.id, made.sources, *(hash_of(text) for _, text in tried))
    said = json.loads(judge.remember(check, *key))
    for (name, text), (complaint, is_crash) in zip(tried, said, strict=True):
        if is_crash:
            shown = escape(text[:SHOWN]) + (CUT if len(text) > SHOWN else "")
            yield f"{line(complaint)}, for an input with {name}: '{shown}'; raise ValueError there"
            return
    if all(complaint is None for complaint, _ in said):
        some = ", ".join(name for name, _ in tried[:3])
        what = f"it accepts all of {len(tried)} corrupted inputs ({some} and so on)"
        yield f"{problem.shown(path)}: {what}; raise ValueError for what breaks the format"
