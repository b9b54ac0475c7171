"""Mutants of a reference solution that are as right as it is, each recorded with a proof of one line."""

from pathlib import Path
from typing import NamedTuple

from judge.core import fields as yamlfields
from judge.core import strict_yaml as yamlfile
from judge.core.errors import Mark
from judge.core.fields import Fields
from judge.tools.mutation import Mutant

NAME = "equivalent_mutants.yaml"
KEYS = ("line", "mutant", "proof")


class Equivalent(NamedTuple):
    """A line of the solution, what a mutant makes of it, and why that changes no answer."""

    mark: Mark
    line: str
    mutant: str
    proof: str

    def matches(self, mutant: Mutant) -> bool:
        """Tell whether this is about a mutant."""
        return (self.line, self.mutant) == (mutant.before, mutant.after)


def load(folder: Path) -> list[Equivalent]:
    """Return what is recorded in the folder of a problem. Raises InputError."""
    path = folder / NAME
    if not path.exists():
        return []
    found = []
    for node in yamlfields.items(yamlfile.load(path), "the list of equivalent mutants"):
        fields = Fields(node, "an equivalent mutant", KEYS)
        line, mutant, proof = (yamlfields.word(fields.node(key), key) for key in KEYS)
        found.append(Equivalent(node.mark, line, mutant, proof))
    return found
