"""Mutants of a reference solution that are as right as it is, each recorded with a proof of one line."""

import io
import tokenize
from typing import NamedTuple

from judge.authoring.mutation import Mutant
from judge.core import strict_yaml as strict
from judge.core.errors import Mark
from judge.core.model import Problem
from judge.core.strict_yaml import Fields

NAME = "equivalent_mutants.yaml"
KEYS = ("line", "mutant", "proof")


class Equivalent(NamedTuple):
    """A line of the solution, what a mutant makes of it, and why that changes no answer."""

    mark: Mark
    line: str
    mutant: str
    proof: str

    def matches(self, mutant: Mutant) -> bool:
        """Tell whether this is about a mutant; comments do not count."""
        recorded, made = (self.line, self.mutant), (mutant.before, mutant.after)
        return [*map(code, recorded)] == [*map(code, made)]


def code(line: str) -> str:
    """Return a line of Python without its comment."""
    try:
        for token in tokenize.generate_tokens(io.StringIO(line).readline):
            if token.type == tokenize.COMMENT:
                return line[: token.start[1]].rstrip()
    except (tokenize.TokenError, SyntaxError):
        pass  # a statement goes on in the next line
    return line


def load(problem: Problem) -> list[Equivalent]:
    """Return what is recorded for a problem. Raises InputError."""
    path = problem.folder / NAME
    if not path.exists():
        return []
    found = []
    for node in strict.items(strict.load(path), "the list of equivalent mutants"):
        fields = Fields(node, "an equivalent mutant", KEYS)
        line, mutant, proof = (fields.required(key, strict.word) for key in KEYS)
        found.append(Equivalent(fields.mark, line, mutant, proof))
    return found
