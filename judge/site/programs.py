"""The programs of a problem: their ids on the page, and their sources in colours."""

import functools
import itertools
import json
import posixpath
import re
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from judge.authoring.facts import Facts
from judge.authoring.submissions import by_folder
from judge.core import files
from judge.core.errors import InputError, reason
from judge.core.model import Problem, Submission
from judge.report.escape import one_line, readable
from judge.report.styled import PLAIN, Styled

if TYPE_CHECKING:
    from pygments.lexer import Lexer

TAKEN = ("content", "statement", "ladder", "mistakes", "tests", "matrix", "try")  # ids of every page
STATEMENT = re.compile(r"problems/([a-z0-9_]+)/statement\.md(?:#.*)?")


class Program(NamedTuple):
    """A program: its id on the page, its source and that in colours."""

    id: str
    name: str
    submission: Submission
    source: str
    lines: list[Styled]

    @property
    def path(self) -> Path:
        """Its file."""
        return self.submission.path

    @property
    def language(self) -> str:
        """What people call its language."""
        return self.submission.language.title


class Shelf:
    """All programs of one problem, each with an id of its own."""

    def __init__(self, judge: Facts, problem: Problem) -> None:
        """Read all of them. Raises InputError when there is no reference solution."""
        self._judge = judge
        self._problem = problem
        self._ids = set(TAKEN)
        self._by_target: dict[str, Program] = {}
        submissions = by_folder(problem)
        reference, *others = submissions["accepted"]
        self.right = [self._read(reference, "reference"), *(self._read(one, one.path.stem) for one in others)]
        self.wrong = [
            self._read(one, one.path.stem)
            for folder, several in submissions.items()
            for one in several
            if folder != "accepted"
        ]

    def claim(self, wish: str) -> str:
        """Return an id that nothing on the page has yet: the one that is wished for, if it is free."""
        plain = re.sub(r"[^\w-]", "_", wish) or "_"
        numbered = (f"{plain}-{number}" for number in itertools.count(2))
        free = next(one for one in itertools.chain([plain], numbered) if one not in self._ids)
        self._ids.add(free)
        return free

    def link(self, address: str) -> str | None:
        """Return where an address in the statement leads: to a program on the page, or to another problem."""
        target = posixpath.normpath(posixpath.join("problems", self._problem.id, address))
        if target in self._by_target:
            return f"#{self._by_target[target].id}"
        other = STATEMENT.fullmatch(target)
        return f"{other[1]}.html" if other and (self._problem.root / target).is_file() else None

    def _read(self, submission: Submission, wish: str) -> Program:
        """Raises InputError."""
        path = submission.path
        try:
            content = files.read_regular(path, files.TEXT_LIMIT, self._problem.root)
        except OSError as error:
            raise InputError(f"{path}: cannot read it ({reason(error)}); make it readable") from None
        source = readable(content)
        # A hyphen is for line numbers, as in fast-L12.
        anchor = self.claim(wish.replace("-", "_"))
        colours = lines(self._judge, source, path.suffix)
        program = Program(anchor, one_line(path.name), submission, source, colours)
        self._by_target[submission.target] = program
        return program


def lines(judge: Facts, source: str, suffix: str) -> list[Styled]:
    """Lines of a source without their line ends; styles are Pygments' short names of kinds of tokens."""
    plain: list[Styled] = [[(line, PLAIN)] for line in source.splitlines()]
    value = judge.remember(lambda: json.dumps(colored(source, suffix)).encode(), "colours", source, suffix)
    found = [[(text, style) for text, style in line] for line in json.loads(value)][: len(plain)]
    return found if same_text(found, plain) else plain


def same_text(lines: Sequence[Styled], others: Sequence[Styled]) -> bool:
    """Tell whether lines differ only in their styles."""
    texts, other_texts = (["".join(text for text, _ in line) for line in one] for one in (lines, others))
    return texts == other_texts


def colored(source: str, suffix: str) -> list[Styled]:
    """Return the lines that Pygments makes of a source, perhaps with an empty one behind them."""
    from pygments.token import STANDARD_TYPES  # takes time to load

    found: list[Styled] = [[]]
    for token, text in lexer(suffix).get_tokens(source):
        while token not in STANDARD_TYPES and token.parent:
            token = token.parent
        style = STANDARD_TYPES.get(token, PLAIN)
        for number, line in enumerate(text.split("\n")):
            if number:
                found.append([])
            if line:
                found[-1].append((line, style))
    return found


@functools.cache
def lexer(suffix: str) -> "Lexer":
    """Return the lexer for a suffix; without one, all is plain text."""
    from pygments.lexers import get_lexer_for_filename
    from pygments.lexers.special import TextLexer
    from pygments.util import ClassNotFound

    try:
        return get_lexer_for_filename(f"_{suffix}", stripnl=False)
    except ClassNotFound:
        return TextLexer(stripnl=False)
