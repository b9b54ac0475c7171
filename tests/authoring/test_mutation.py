"""Mutants of single statements and of real programs."""

import pytest

from judge.authoring import mutation
from judge.authoring.mutation import mutants

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
    "x = -(a + b)": ["pass", "x = (a + b)", "x = -(a - b)"],
    "x = 7": ["pass", "x = 8", "x = 6"],
    "x = True": ["pass", "x = False"],
    "x = 'ab'": ["pass", "x = ''", "x = '`b'"],
    "x = b''": ["pass", "x = b'x'"],
    "x = f'{a}b'": ["pass"],
    "x = a if b else c": ["pass", "x = a if True else c", "x = a if False else c"],
    "x = [a for a in b if a]": ["pass", "x = [a for a in b if True]", "x = [a for a in b if False]"],
    "x = a[1:b]": [
        *("pass", "x = a[:b]", "x = a[1:]", "x = a[1:b + 1]", "x = a[1:b - 1]", "x = a[2:b]", "x = a[0:b]"),
    ],
    "f(a, b, *c)": ["pass", "f(b, a, *c)"],
    "'''A docstring.'''": [],
    "while a: break": ["while True: break", "while False: break", "while a: pass"],
    "import a": [],
}


def test_changes() -> None:
    for statement, changes in CHANGES.items():
        found = mutants(statement.encode())
        assert sorted(mutant.after for mutant in found) == sorted(changes), statement
        assert {(mutant.line, mutant.before) for mutant in found} <= {(1, statement)}


def test_sources_that_are_too_much() -> None:
    """What Python does not compile, or a constant that it does not write, is one kind of error."""
    for source in (b"(", b"x = " + b"1+" * 4000 + b"1", b"x = 0x" + b"f" * 4000):
        with pytest.raises(SyntaxError):
            mutants(source)
    assert [one.after for one in mutants(b"y = a @ b\n")] == ["pass"]


def test_line_ends() -> None:
    for end in [b"\n", b"\r", b"\r\n"]:
        found = mutants(end.join([b"if a:", b"    f(b)", b""]))
        assert [(one.line, one.after) for one in found] == [(1, "if True:"), (1, "if False:"), (2, "pass")]


def test_odd_sources() -> None:
    """Edits are where Python sees them, which another encoding changes; numbers stay short."""
    assert [one.after for one in mutants(b"x = %s\n" % hex(10**4300 - 1).encode())] == ["pass"]
    assert "or b)" in [one.after for one in mutants(b"x = (a  # if not in order\nand b)\n")]
    said: list[str] = []
    assert mutants("\ufeffé = 1\n".encode()) == mutants("é = 1\n".encode())
    assert mutation.mutants(b"# coding: unicode_escape\nx = 1\\n\\ny = 1\n", said.append) == []
    assert len(said) == 1


def test_a_long_program(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only a share of its mutants is made, or none: to compile them all would take minutes, and memory."""
    monkeypatch.setattr(mutation, "LARGEST", 10_000)
    said: list[str] = []
    assert 0 < sum(len(one.source) for one in mutation.mutants(b"x = x + 1\n" * 100, said.append)) <= 10_000
    assert mutation.mutants(b"#" * (mutation.LONGEST + 1), said.append) == []
    assert len(said) == 2
