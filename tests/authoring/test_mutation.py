"""Mutants of single statements and of real programs."""

import ast
from pathlib import Path

import pytest

from judge.authoring.mutation import mutants
from tests.running import ROOT

# Mutants of each statement; those with equal bytecode are dropped.
CHANGES = {
    "x = a < b": ["pass", "x = a <= b", "x = a >= b"],
    "x = a <= b": ["pass", "x = a < b", "x = a > b"],
    "x = a != b": ["pass", "x = a == b"],
    "x = a not in b": ["pass", "x = a in b"],
    "x = a < b is not c": ["pass", "x = a <= b is not c", "x = a >= b is not c", "x = a < b is c"],
    "x = a + b * c": ["pass", "x = a - b * c", "x = a + b + c", "x = a + b // c"],
    "x = (a + b) * c": ["pass", "x = (a + b) + c", "x = (a + b) // c", "x = (a - b) * c"],
    "x -= y": ["x += y", "pass"],
    "x //= y": ["x *= y", "pass"],
    "x = a ** b": ["pass", "x = a * b"],
    "x = a and b": ["pass", "x = a or b", "x = True and b", "x = a and True"],
    "x = a or b or c": [
        *("pass", "x = a and b or c", "x = a or b and c", "x = False or b or c"),
        *("x = a or False or c", "x = a or b or False"),
    ],
    "x = not a": ["pass", "x = a"],
    "x = -a": ["pass", "x = a"],
    "x = 7": ["pass", "x = 8", "x = 6"],
    "x = True": ["pass", "x = False"],
    "x = 'ab'": ["pass", "x = ''", "x = '`b'"],
    "x = b''": ["pass", "x = b'x'"],
    "x = f'{a}b'": ["pass"],
    "x = a if b else c": ["pass", "x = a if True else c", "x = a if False else c"],
    "x = [a for a in b if a]": ["pass", "x = [a for a in b if True]", "x = [a for a in b if False]"],
    "x = a[1:b]": [
        *("pass", "x = a[:b]", "x = a[1:]", "x = a[1:b + 1]", "x = a[1:b - 1]"),
        *("x = a[2:b]", "x = a[0:b]"),
    ],
    "f(a, b, *c)": ["pass", "f(b, a, *c)"],
    "'''A docstring.'''": [],
    "while a: break": ["while True: break", "while False: break", "while a: pass"],
    "import a": [],
}


@pytest.mark.parametrize("statement", CHANGES)
def test_changes(statement: str) -> None:
    found = mutants(statement.encode())
    assert sorted(mutant.after for mutant in found) == sorted(CHANGES[statement])
    assert {(mutant.line, mutant.before) for mutant in found} <= {(1, statement)}


@pytest.mark.parametrize("path", sorted(ROOT.glob("solutions/*.py")), ids=lambda path: path.stem)
def test_a_mutant_is_one_change(path: Path) -> None:
    """Each mutant differs from the program in one statement."""
    source = path.read_bytes()
    found = mutants(source)
    assert len({mutant.source for mutant in found}) == len(found)
    kept = [ast.dump(node) for node in ast.parse(source).body]
    for mutant in found:
        changed = [ast.dump(node) for node in ast.parse(mutant.source).body]
        assert len(kept) == len(changed)
        assert sum(a != b for a, b in zip(kept, changed, strict=True)) == 1


def test_sources_that_are_too_much() -> None:
    """What Python does not compile, or a constant that it does not write, is one kind of error."""
    for source in (b"(", b"x = " + b"1+" * 4000 + b"1", b"x = 0x" + b"f" * 4000):
        with pytest.raises(SyntaxError):
            mutants(source)
    assert [one.after for one in mutants(b"y = a @ b\n")] == ["pass"]
