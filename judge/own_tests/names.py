"""Which files are tests: an input and its answer have the same name but for words such as in and out."""

import itertools
import re
from collections import defaultdict
from collections.abc import Collection, Iterator
from pathlib import PurePosixPath
from typing import Final

from judge.core.repository import ARCHIVES

# 1.in and 1.ans, in/1 and out/1, input01.txt and output01.txt, 1.sol; 01.a is Polygon's answer to 01.
WORD: Final = re.compile(
    r"\.?(?<![a-z])(?:(?P<input>inputs?|in)|outputs?|out|answers?|ans|expected|sol|(?<=\.)a$)(?![a-z])",
    re.IGNORECASE,
)
# Suffixes of what packages show in place of a sample, of backups and archives.
ASIDE: Final = f".statement .download .bak .old .orig .rej .save .sw[a-z] .tmp {ARCHIVES}"
# Those, and parts of packages that test validators, or are validators.
NO_TESTS: Final = re.compile(
    r"(?:^|/)(?:invalid_(?:input|output|answer)s?|valid_outputs?|[a-z]+_validators?)/|~$"
    rf"|\.(?:{ASIDE.replace('.', '').replace(' ', '|')})$",
    re.IGNORECASE,
)
MOST_WORDS = 4
MOST_ANSWERS = 16  # of one name, which should have one
BETWEEN = "._-"
FOLDER, INSIDE, NO_WORD = 1, 2, 10  # see unlikely


def plain(inside: str) -> str:
    """A path in the folder of tests, without the suffix that says nothing."""
    return inside.removesuffix(".txt")


def is_input(inside: str) -> bool | None:
    """What the likeliest word says, the last one of several; None without any."""
    words = WORD.finditer(plain(inside))
    found = min(((unlikely(word), -word.start(), bool(word["input"])) for word in words), default=None)
    return found and found[-1]


def unlikely(word: re.Match[str]) -> int:
    """How unlikely it is that a word tells the role of a file: a suffix is the likeliest."""
    left, right = word.string[: word.start()], word.string[word.end() :]
    if word[0].startswith(".") and not right:
        return 0
    return FOLDER if left[-1:] in ("", "/") and right[:1] == "/" else INSIDE


def names(inside: str, for_input: bool) -> Iterator[tuple[int, str]]:
    """Names of the test that a file may be of, without some of its words, and how unlikely each is."""
    words = [word for word in WORD.finditer(plain(inside)) if bool(word["input"]) == for_input][-MOST_WORDS:]
    for size in range(0 if for_input else 1, len(words) + 1):
        for some in itertools.combinations(words, size):
            rest = plain(inside)
            for word in reversed(some):
                left, right = rest[: word.start()], rest[word.end() :]
                if unlikely(word):  # of the characters on both sides of the word, one is enough
                    right = right.lstrip(BETWEEN) if left[-1:] in ("", "/", *BETWEEN) else right
                    left = left.rstrip(BETWEEN) if right[:1] in ("", "/") else left
                rest = left + right
            yield sum(map(unlikely, some)) if some else NO_WORD, "/".join(filter(None, rest.split("/")))


def likeliest(inside: str, for_input: bool) -> str:
    """The name of the test that a file without a partner belongs to."""
    return min(pair for pair in names(inside, for_input) if pair[0] < NO_WORD)[1]


def pairs(found: Collection[str]) -> Iterator[tuple[str, str, str]]:
    """Yield name, input and answer of tests, the likeliest first; each file belongs to one."""
    answers: defaultdict[str, list[tuple[int, str]]] = defaultdict(list)
    for inside in found:
        for cost, name in names(inside, for_input=False):
            answers[name].append((cost, inside))
    for several in answers.values():
        several.sort()
        del several[MOST_ANSWERS:]  # as each makes a pair with each input of its name
    likely = sorted(
        (cost + other, name, inside, answer)
        for inside in found
        for cost, name in names(inside, for_input=True)
        for other, answer in answers.get(name, ())
    )
    used: set[str] = set()
    for _, name, inside, answer in likely:
        if inside != answer and not used & {inside, answer}:
            used |= {inside, answer}
            yield name, inside, answer


def may_be_alone(inside: str) -> bool:
    """Whether an input without an answer is called like one: `input.pdf` and `in/README` are not."""
    path = PurePosixPath(plain(inside))
    is_like_one = not path.suffix or path.suffix[1:].isdigit() or WORD.fullmatch(path.suffix) is not None
    return is_like_one and path.stem.lower() != "readme"
