"""The programs of a problem, and the ids by which a page and its links know them."""

import itertools
import posixpath
import re
from pathlib import Path
from typing import NamedTuple

from judge.authoring.leftovers import programs
from judge.core import files, languages
from judge.core.errors import InputError, reason
from judge.core.model import Problem
from judge.report.escape import one_line, readable
from judge.report.styled import Styled
from judge.site import highlight
from judge.site.cache import Cache

TAKEN = ("content", "statement", "ladder", "mistakes", "tests", "matrix", "try")  # ids of every page
STATEMENT = re.compile(r"problems/([a-z0-9_]+)/statement\.md(?:#.*)?")


class Program(NamedTuple):
    """A program: its id on the page, its file, its path in the repository, its source and that in colours."""

    id: str
    name: str
    path: Path
    target: str
    language: str
    source: str
    lines: list[Styled]


class Shelf:
    """All programs of one problem, each with an id of its own."""

    def __init__(self, cache: Cache, problem: Problem) -> None:
        """Read all of them. Raises InputError when there is no reference solution."""
        self._cache = cache
        self._problem = problem
        self._ids = set(TAKEN)
        self._by_target: dict[str, Program] = {}
        self._folders: dict[str, list[Program]] = {}
        self.reference = self._read(problem.solution, "reference")
        for folder in ("accepted", *sorted(path.name for path in problem.submissions.glob("*"))):
            if folder not in self._folders:
                paths = programs(problem.submissions / folder)
                self._folders[folder] = [self._read(path, path.stem) for path in paths]

    def read(self, folder: str) -> list[Program]:
        """Return the programs of a folder of submissions."""
        return self._folders.get(folder, [])

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

    def _read(self, path: Path, wish: str) -> Program:
        """Return the program of a file. Raises InputError."""
        try:
            content = files.read_regular(path, files.TEXT_LIMIT, self._problem.root)
        except OSError as error:
            raise InputError(f"{path}: cannot read it ({reason(error)}); make it readable") from None
        source = readable(content)
        target = self._problem.shown(path)
        program = Program(
            # A hyphen is for line numbers, as in fast-L12.
            self.claim(wish.replace("-", "_")),
            one_line(path.name),
            path,
            target,
            languages.language_of(path, self._problem.root).title,
            source,
            highlight.lines(self._cache, source, path.suffix),
        )
        self._by_target[target] = program
        return program
