"""The programs of a problem: their ids on the page, and their sources in colours."""

import itertools
import posixpath
import re
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from markupsafe import Markup

from judge.authoring.facts import Facts
from judge.authoring.submissions import by_folder
from judge.core import files
from judge.core.model import Case, Problem, Submission
from judge.report.escape import one_line, readable

TAKEN = {"content", "statement", "ladder", "mistakes", "tests", "matrix", "try", "try-program"}  # as ids
STATEMENT = re.compile(r"problems/([a-z0-9_]+)/statement\.md(?:#.*)?")


class Program(NamedTuple):
    """A program: its id on the page, its source, and the lines of that in colours."""

    id: str
    name: str
    submission: Submission
    source: str
    lines: list[Markup]

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

    def __init__(self, judge: Facts, problem: Problem, cases: Sequence[Case]) -> None:
        """Read all of them. Raises InputError when there is no reference solution."""
        self._judge = judge
        self._problem = problem
        self._ids = {*TAKEN, *(f"case-{case.name}" for case in cases)}
        self._by_target: dict[str, Program] = {}
        submissions = by_folder(problem)
        self.right = [self._read(one) for one in submissions.pop("accepted")]
        self.wrong = [self._read(one) for several in submissions.values() for one in several]

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

    def _read(self, submission: Submission) -> Program:
        """Raises InputError."""
        path = submission.path
        source = readable(files.content(path))
        # The first one is the reference solution. A hyphen is for line numbers, as in fast-L12.
        anchor = self.claim(path.stem.replace("-", "_") if self._by_target else "reference")
        html = self._judge.remember(lambda: highlighted(source, path.suffix), "html", source, path.suffix)
        lines = [Markup(line) for line in html.decode().splitlines()][: len(source.splitlines())]
        program = Program(anchor, one_line(path.name), submission, source, lines)
        self._by_target[submission.target] = program
        return program


def highlighted(source: str, suffix: str) -> bytes:
    """A source as lines of HTML in the colours of Pygments, which escapes it; without a lexer, just that."""
    from pygments import highlight  # takes time to load
    from pygments.formatters import HtmlFormatter
    from pygments.lexers import get_lexer_for_filename
    from pygments.lexers.special import TextLexer
    from pygments.util import ClassNotFound

    try:
        lexer = get_lexer_for_filename(f"_{suffix}", stripnl=False)
    except ClassNotFound:
        lexer = TextLexer(stripnl=False)
    return highlight(source, lexer, HtmlFormatter(nowrap=True)).encode()
