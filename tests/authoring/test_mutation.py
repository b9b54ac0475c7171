"""Mutants of single statements and of real programs."""

from pathlib import Path

import pytest
import yaml

from judge.authoring import mutation
from judge.authoring.mutation import mutants

CHANGES = yaml.safe_load((Path(__file__).parent / "mutants.yaml").read_text("utf-8"))


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
    assert len(mutation.mutants(b"# coding: utf8\nx = 1\n", said.append)) > 1 == len(said)


def test_a_long_program(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only a share of its mutants is made, or none: to compile them all would take minutes, and memory."""
    monkeypatch.setattr(mutation, "LARGEST", 10_000)
    said: list[str] = []
    assert 0 < sum(len(one.source) for one in mutation.mutants(b"x = x + 1\n" * 100, said.append)) <= 10_000
    assert mutation.mutants(b"#" * (mutation.LONGEST + 1), said.append) == []
    assert len(said) == 2
