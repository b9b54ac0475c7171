"""The programs of a problem: ids on the page, coloured sources, differences between wrong and right."""

import contextlib
import itertools
import posixpath
import re
from collections.abc import Iterable, Iterator, Sequence
from difflib import SequenceMatcher
from typing import Literal, NamedTuple

from markupsafe import Markup

from judge.authoring.facts import Facts
from judge.authoring.inventory import by_folder
from judge.core import files
from judge.core.model import Case, Problem, Submission
from judge.report.escape import one_line, readable

TAKEN = {"content", "statement", "ladder", "mistakes", "tests", "matrix", "try", "try-program"}  # as ids
CONTEXT = 3  # equal lines shown on each side of a difference
ALIKE = 0.65  # share of two lines that is equal where only the rest is marked
WORD = re.compile(r"\w+|\s+|.")
SIGNS = "\"'/*# \t"  # of comments and docstrings
DOCSTRING = re.compile(r"""^[ \t]*("{3}|'{3})(?:(?!\1).)*\1[ \t]*$""", re.M | re.S)
COMMENT = re.compile(r"\s*(?:#(?!include|define)|//|$)")
APPROACH = re.compile(r"^Approach[ \t]+(.*(?:\n[ \t].*)*)", re.M)
LARGEST = 10_000  # characters of a source in colours: some of Pygments' lexers are slow
# To compare takes the product of both lengths, and more where lines repeat.
MOST_LINES = 400
LONGEST_LINE = 400  # characters of a line whose changes are marked

Pieces = Sequence[tuple[str, bool]]  # of a line; True: this one has changed


class ShownProgram(NamedTuple):
    """A program: its id on the page, its source, and the lines of that in colours.

    Median seconds of CPU and peak memory in bytes are None where they have not been measured; `trace` is the
    path of the file with its steps.
    """

    id: str
    name: str
    submission: Submission
    source: str
    lines: list[Markup]
    figures: tuple[float, int] | None = None
    trace: str | None = None

    @property
    def language(self) -> str:
        """The name of the language for people."""
        return self.submission.language.title

    @property
    def summary(self) -> str:
        """The first line of the docstring, or of the comment, that the source begins with."""
        first = self.source.lstrip().partition("\n")[0].strip()
        is_comment = first.startswith(('"""', "'''", "/*", "//", "#"))
        return one_line(first.strip(SIGNS)) if is_comment else ""

    @property
    def approach(self) -> str:
        """The paragraph of the docstring about the approach, on one line."""
        return " ".join("".join(APPROACH.findall(self.source)[:1]).split())

    @property
    def size(self) -> tuple[int, int]:
        """Lines and bytes of code, without comments; in the page, try.js counts the reader's so, too."""
        code = [one for one in DOCSTRING.sub("", self.source).splitlines() if not COMMENT.match(one)]
        return len(code), len("\n".join(code).encode())

    @property
    def code(self) -> tuple[list[str], list[Markup]]:
        """The lines from the first one of code on, below docstring and comments, plain and in colours."""
        docstring = DOCSTRING.match(self.source)
        below = self.source[docstring.end() if docstring else 0 :].splitlines()
        lines = list(itertools.dropwhile(COMMENT.match, below))
        return lines, self.lines[len(self.lines) - len(lines) :]


class Row(NamedTuple):
    """A line of a difference, in colours if both programs have it; a "gap" stands for those left out."""

    kind: Literal["same", "right", "wrong", "gap"]
    pieces: Pieces = ()


class Shelf:
    """All programs of one problem, each with an id of its own."""

    def __init__(self, judge: Facts, problem: Problem, cases: Sequence[Case]) -> None:
        """Read all of them."""
        self._judge = judge
        self._problem = problem
        self._ids = {*TAKEN, *(f"case-{case.name}" for case in cases)}
        self._by_target: dict[str, ShownProgram] = {}
        submissions = by_folder(problem)
        self.right = [self._read(one) for one in submissions.pop("accepted")]
        self.wrong = [self._read(one) for several in submissions.values() for one in several]

    def claim(self, wish: str) -> str:
        """An id that is new on the page: the wish, or the wish with a number."""
        plain = re.sub(r"[^\w-]", "_", wish) or "_"
        numbered = (f"{plain}-{number}" for number in itertools.count(2))
        free = next(one for one in itertools.chain([plain], numbered) if one not in self._ids)
        self._ids.add(free)
        return free

    def link(self, address: str) -> str | None:
        """The place on the page of a program that the statement links to."""
        target = posixpath.normpath(posixpath.join("problems", self._problem.id, address))
        return f"#{self._by_target[target].id}" if target in self._by_target else None

    def _read(self, submission: Submission) -> ShownProgram:
        path = submission.path
        source = readable(files.content(path))
        # The first one is the reference solution. A hyphen is for line numbers, as in fast-L12.
        anchor = self.claim(path.stem.replace("-", "_") if self._by_target else "reference")
        html = self._judge.remember(lambda: highlighted(source, path.suffix), "html", source, path.suffix)
        lines = [Markup(line) for line in html.decode().splitlines()][: len(source.splitlines())]
        program = ShownProgram(anchor, one_line(path.name), submission, source, lines)
        self._by_target[submission.target] = program
        return program


def highlighted(source: str, suffix: str) -> bytes:
    """A source as lines of HTML, escaped and coloured by Pygments; plain if large or unknown to it."""
    from pygments import highlight  # takes time to load
    from pygments.formatters import HtmlFormatter
    from pygments.lexer import Lexer
    from pygments.lexers import get_lexer_for_filename
    from pygments.lexers.special import TextLexer
    from pygments.util import ClassNotFound

    lexer: Lexer = TextLexer(stripnl=False)
    if len(source) <= LARGEST:
        with contextlib.suppress(ClassNotFound):
            lexer = get_lexer_for_filename(f"_{suffix}", stripnl=False)
    return highlight(source, lexer, HtmlFormatter(nowrap=True)).encode()


def compared(wrong: ShownProgram, right: Sequence[ShownProgram]) -> tuple[ShownProgram, list[Row]]:
    """The right program nearest to a wrong one, of the same language if possible, and the difference.

    Docstrings are not compared. The difference is empty where more lines have changed than the wrong program
    has, or where it is too long.
    """
    field = [one for one in right if one.language == wrong.language] or right
    lines, _ = wrong.code
    short = [one for one in field if max(len(one.code[0]), len(lines)) <= MOST_LINES]
    if not short:
        return field[0], []
    matchers = [SequenceMatcher(None, one.code[0], lines, autojunk=False) for one in short]
    near, matcher = max(zip(short, matchers, strict=True), key=lambda pair: pair[1].ratio())
    rows = list(difference(near, lines, matcher))
    return near, rows if sum(row.kind in ("right", "wrong") for row in rows) <= len(lines) else []


def difference(near: ShownProgram, wrong: Sequence[str], matcher: "SequenceMatcher[str]") -> Iterator[Row]:
    """Yield the lines that differ, with some equal ones around them."""
    (right, coloured), end = near.code, 0
    for group in matcher.get_grouped_opcodes(CONTEXT):
        if group[0][1] > end:
            yield Row("gap")
        for tag, start, end, first, last in group:
            if tag == "equal":
                yield from (Row("same", [(line, False)]) for line in coloured[start:end])
            else:
                yield from changed(right[start:end], wrong[first:last])
    if end < len(right):
        yield Row("gap")


def changed(right: Sequence[str], wrong: Sequence[str]) -> Iterator[Row]:
    """Yield the rows for lines that take the place of others."""
    olds: Iterable[Pieces] = [[(line, False)] for line in right]
    news: Iterable[Pieces] = [[(line, False)] for line in wrong]
    if len(right) == len(wrong):
        olds, news = zip(*map(pieces, right, wrong), strict=True)
    yield from (Row("wrong", new) for new in news)
    yield from (Row("right", old) for old in olds)


def pieces(right: str, wrong: str) -> tuple[Pieces, Pieces]:
    """The equal and the changed pieces of two lines; each line is one piece where little is equal."""
    words: tuple[list[str], list[str]] = WORD.findall(right), WORD.findall(wrong)
    matcher = SequenceMatcher(None, *words, autojunk=False)
    if max(len(right), len(wrong)) > LONGEST_LINE or matcher.ratio() < ALIKE:
        return [(right, False)], [(wrong, False)]
    codes = matcher.get_opcodes()
    return (
        [("".join(words[0][start:end]), tag != "equal") for tag, start, end, _, _ in codes if start < end],
        [("".join(words[1][start:end]), tag != "equal") for tag, _, _, start, end in codes if start < end],
    )
