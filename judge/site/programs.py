"""The programs of a problem: ids on the page, coloured sources, differences between wrong and right."""

import difflib
import itertools
import re
from collections.abc import Sequence
from typing import NamedTuple

import pygments
from markupsafe import Markup

from judge.authoring.facts import Facts
from judge.authoring.inventory import by_folder
from judge.authoring.statement import target
from judge.core import files
from judge.core.model import Case, Problem, Submission
from judge.report.styled import one_line, readable

PAGE = b"".join(files.own(f"site/templates/{name}.html") for name in ("base", "problem", "try")).decode()
TAKEN = {*re.findall(r'\bid="([\w-]+)"', PAGE)}  # as ids
LONGEST = 100  # characters of an id, which also names a file
SIGNS = "\"'/*# \t"  # of comments and docstrings
DOCSTRING = re.compile(r"""^[ \t]*("{3}|'{3})(?:(?!\1).)*\1[ \t]*$""", re.M | re.S)
COMMENT = re.compile(r"\s*(?:#(?!include|define)|//|$)")
APPROACH = re.compile(r"^Approach[ \t]+(.*(?:\n[ \t].*)*)", re.M)
COLOURS = ("html", pygments.__version__, files.own("site/programs.py"))  # what they depend on
LARGEST = 10_000  # characters of a source in colours: some of Pygments' lexers are slow
MOST_LINES = 400  # to compare takes the product of both lengths, and more where lines repeat


class ShownProgram(NamedTuple):
    """A program: its id on the page, its source, the lines of that in colours, the file with its steps."""

    id: str
    name: str
    submission: Submission
    source: str
    lines: list[Markup]
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
    def code(self) -> list[str]:
        """The lines from the first one of code on, below docstring and comments."""
        docstring = DOCSTRING.match(self.source)
        below = self.source[docstring.end() if docstring else 0 :].splitlines()
        return list(itertools.dropwhile(COMMENT.match, below))


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
        plain = re.sub(r"[^\w-]", "_", wish)[:LONGEST] or "_"
        numbered = (f"{plain}-{number}" for number in itertools.count(2))
        free = next(one for one in itertools.chain([plain], numbered) if one not in self._ids)
        self._ids.add(free)
        return free

    def link(self, address: str) -> str | None:
        """The place on the page of a program that the statement links to."""
        program = self._by_target.get(target(self._problem, address) or "")
        return f"#{program.id}" if program is not None else None

    def _read(self, submission: Submission) -> ShownProgram:
        path = submission.path
        source = readable(files.content(path))
        # The first one is the reference solution. A hyphen is for line numbers, as in fast-L12.
        anchor = self.claim(path.stem.replace("-", "_") if self._by_target else "reference")
        html = self._judge.remember(lambda: highlighted(source, path.suffix), *COLOURS, source, path.suffix)
        lines = [Markup(line) for line in html.decode().splitlines()][: len(source.splitlines())]
        program = ShownProgram(anchor, one_line(path.name), submission, source, lines)
        self._by_target[submission.target] = program
        return program


def highlighted(source: str, suffix: str) -> bytes:
    """A source as lines of HTML, escaped and coloured by Pygments; plain if large or unknown to it."""
    from pygments import formatters, lexers  # take time to load

    found = lexers.find_lexer_class_for_filename(f"_{suffix}") if len(source) <= LARGEST else None
    lexer = (found or lexers.TextLexer)(stripnl=False)
    return pygments.highlight(source, lexer, formatters.HtmlFormatter(nowrap=True)).encode()


def compared(wrong: ShownProgram, right: Sequence[ShownProgram]) -> tuple[ShownProgram, list[str]]:
    """The right program nearest to a wrong one, of the same language if possible, and the unified difference.

    Docstrings are not compared. The difference is empty where more lines have changed than the wrong program
    has, or where it is too long.
    """
    field = [one for one in right if one.language == wrong.language] or right
    lines = wrong.code
    short = [one for one in field if max(len(one.code), len(lines)) <= MOST_LINES]
    if not short:
        return field[0], []
    near = max(short, key=lambda one: difflib.SequenceMatcher(None, one.code, lines, autojunk=False).ratio())
    difference = [*difflib.unified_diff(lines, near.code, lineterm="")][2:]  # below the names of files
    return near, difference if sum(line[0] in "-+" for line in difference) <= len(lines) else []
