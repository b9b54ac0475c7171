"""Finds problems by their folders and reads what `problem.yaml` says; complains about incomplete ones."""

from pathlib import Path
from typing import cast

from judge.core import fields as yamlfields
from judge.core import strict_yaml as yamlfile
from judge.core.errors import InputError, nearest
from judge.core.fields import Fields
from judge.core.model import MEBIBYTE, SNAKE_CASE, Interface, Problem
from judge.core.strict_yaml import Node
from judge.sandbox import Limits

DEFAULT_ROOT = Path(__file__).parents[2]
KEYS = ("title", "source", "interface", "limits")
LIMITS = ("time", "wall", "memory", "output", "source")


class Catalog:
    """The problems of a repository, by their ids in alphabetical order."""

    def __init__(self, root: Path) -> None:
        """Look at the folders below root/problems. Raises InputError when there is none."""
        self.root = root
        folder = root / "problems"
        if not folder.is_dir():
            raise InputError(f"{root}: no folder 'problems' here; name a repository with --root DIR")
        self.ids = sorted(
            path.name for path in folder.iterdir() if SNAKE_CASE.fullmatch(path.name) and path.is_dir()
        )
        if not self.ids:
            raise InputError(f"{folder}: no problem here; add a folder with a problem.yaml")

    def problem(self, problem_id: str) -> Problem:
        """Read a problem.yaml and check that everything the problem needs is there. Raises InputError."""
        folder = self.definition(self.known(problem_id))
        fields = Fields(yamlfile.load(folder / "problem.yaml"), "problem.yaml", KEYS)
        limits = Fields(fields.node("limits"), "limits", LIMITS)
        interface: Interface = fields.optional("interface", read_interface, "stdin")
        problem = Problem(
            id=problem_id,
            title=yamlfields.word(fields.node("title"), "title"),
            source=yamlfields.word(fields.node("source"), "source"),
            interface=interface,
            limits=read_limits(limits),
            source_limit=limits.optional("source", yamlfields.integer, 50000),
            statement=folder / "statement.md",
            solution=self.solution(problem_id),
            driver=folder / "driver.py" if interface == "functions" else None,
        )
        for path in (problem.statement, problem.solution, problem.driver):
            if path is not None and not path.is_file():
                raise InputError(f"problem '{problem_id}' is incomplete: {path} is missing; add it")
        return problem

    def shown(self, path: Path) -> str:
        """Return a path as short as it can be written: from the root, if it is below it."""
        return str(path.relative_to(self.root)) if path.is_relative_to(self.root) else str(path)

    def known(self, problem_id: str) -> str:
        """Return an id that exists. Raises InputError."""
        if problem_id not in self.ids:
            raise InputError(f"no problem '{problem_id}'; {self.suggest(problem_id)}")
        return problem_id

    def suggest(self, wrong_id: str) -> str:
        """Return what to do about an id that does not exist."""
        near = nearest(wrong_id, self.ids)
        return f"did you mean '{near}'?" if near else f"there are: {', '.join(self.ids)}"

    def test_data(self, problem_id: str) -> Path:
        """Return the folder of a problem's test data."""
        return self.root / "testdata" / problem_id

    def definition(self, problem_id: str) -> Path:
        """Return the folder of a problem's definition."""
        return self.root / "problems" / problem_id

    def naive(self, problem_id: str) -> Path:
        """Return the file of a problem's plain right answer. Raises InputError."""
        folder = self.definition(problem_id) / "submissions/accepted"
        found = sorted(folder.glob("naive.*"))
        if not found:
            raise InputError(f"{folder}: no naive program; add a plain right answer as naive.py")
        return found[0]

    def solution(self, problem_id: str) -> Path:
        """Return the file of a problem's reference solution."""
        return self.root / "solutions" / f"{problem_id}.py"


def read_interface(node: Node, key: str) -> Interface:
    """Return the interface of a problem. Raises InputError."""
    value = yamlfields.word(node, key)
    if value in ("stdin", "functions"):
        return cast(Interface, value)
    raise node.mark.error(f"unknown interface '{value}'", "write stdin or functions")


def read_limits(fields: Fields) -> Limits:
    """Return the limits of a program. Raises InputError."""
    time = yamlfields.number(fields.node("time"), "time")
    return Limits(
        time=time,
        wall=fields.optional("wall", yamlfields.number, 2 * time + 1),
        memory=fields.optional("memory", yamlfields.integer, 256) * MEBIBYTE,
        output=fields.optional("output", yamlfields.integer, 16) * MEBIBYTE,
    )
