"""Test data as text: pins that are added, cases that are saved."""

import re
import signal
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from judge.authoring import testdata_text
from judge.authoring.testdata_text import entry, write_pins
from judge.core import files
from judge.core.errors import InputError
from judge.core.formats import cases
from judge.core.model import Case
from tests import inside
from tests.running import Repository

CASE = Case("x", "y", "found", (), b"", b"", 1)
OLD, NEW = "ab" * 32, "cd" * 32
LAST = "  generate: {seed: 1, size: 3}"


def test_pins(repository: Repository) -> None:
    """Missing pins are added where they belong, changed ones replaced; everything else stays to the byte."""
    for after in [
        f"- name: x\n  why: a\n  PIN\n{LAST}\n",
        f"- name: x\n  why: a\n  PIN\n{LAST}",
        f"# m\u00efne \U0001f600\n- name: x\n  PIN\n{LAST}  # kept\n\n  why: a # b\n",
        "- PIN\n  generate:\n    seed: 1\n    size: 3 # c\n\n  # d\n  name: x\n  why: a\n",
        "- {name: x, PIN, generate: {seed: 1, size: 3}, why: a}\n",
        f"- name: x\n  why: a\n  PIN\n{LAST}\n\n- name: y\n  why: b\n  PIN\n{LAST}\n",
    ]:
        path = repository.write("testdata/echo/large.yaml", re.sub(r"PIN(\n  |, )", "", after))
        problem = inside.problem("echo", repository.root)
        for pins in (dict.fromkeys("xy", OLD), {}):
            write_pins(problem, pins)
            assert path.read_text() == after.replace("PIN", f"stdout_sha256: {OLD}")
        write_pins(problem, dict.fromkeys("xy", NEW))
        assert path.read_text() == after.replace("PIN", f"stdout_sha256: {NEW}")


def test_as_a_person_would_write_it() -> None:
    for content, value in [
        (b"a\n", "|\n    a\n"),
        (b"a b\n\n  c\n", "|\n    a b\n\n      c\n"),
        ("\u00e9\n".encode(), "|\n    \u00e9\n"),
        (b"a", '"a"\n'),
        (b"a\n\n", '"a\\n\\n"\n'),
        (b"a \nb\n", '"a \\nb\\n"\n'),
        (b" a\n", '" a\\n"\n'),
        (b"a\r\n", '"a\\r\\n"\n'),
        (b"\xff", "!!binary |\n    /w==\n"),
    ]:
        assert f"  stdin: {value}  stdout: " in entry("x", CASE._replace(stdin=content))


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.binary(max_size=30) | st.text("ab \n\t\r:#-|\u00e9\u2028\x85", max_size=12).map(str.encode))
def test_what_is_saved_is_what_was_found(tmp_path: Path, content: bytes) -> None:
    args = ("a", content.decode("utf-8", "replace").replace("\0", ""))
    text = entry("x", CASE._replace(stdin=content, args=args))
    (tmp_path / "found.yaml").write_text(text, encoding="utf-8")
    assert [case.stdin for case in cases(tmp_path)] == [content]


def test_a_pin_that_cannot_be_written(repository: Repository) -> None:
    """A layout that the pin would break stays as it is, and so does the mode of a file that is changed."""
    text = "- ? name\n  : x\n  why: a\n  ? generate\n  : {seed: 1, size: 3}\n"
    path = repository.write("testdata/echo/large.yaml", text)
    with pytest.raises(InputError, match="write it by hand"):
        write_pins(inside.problem("echo", repository.root), {"x": OLD})
    assert path.read_text() == text
    path.write_text(f"- name: x\n  why: a\n{LAST}\n")
    path.chmod(0o600)
    write_pins(inside.problem("echo", repository.root), {"x": OLD})
    assert (OLD in path.read_text(), path.stat().st_mode & 0o777) == (True, 0o600)


def test_several_at_once(repository: Repository) -> None:
    """None is lost, and each gets a name of its own."""
    problem = inside.problem("echo", repository.root)
    found = [CASE._replace(stdin=b"%d" % number) for number in range(6)]
    with ThreadPoolExecutor(6) as pool:
        said = {*pool.map(testdata_text.save_found, 6 * [problem], found)}
    assert len({case.name for case in cases(problem.test_data) if case.group == "found"}) == len(said) == 6


def test_a_case_that_cannot_be_saved(repository: Repository, monkeypatch: pytest.MonkeyPatch) -> None:
    """No new file is left behind, which would be at fault itself."""
    monkeypatch.setattr(testdata_text, "entry", lambda *_: "- {}\n")
    with pytest.raises(InputError, match="no case is added"):
        testdata_text.save_found(inside.problem("echo", repository.root), CASE._replace(stdin=b"new"))
    found = repository.root / "testdata/echo/found.yaml"
    assert not found.exists()
    write = files.write

    def interrupted(path: Path, content: bytes) -> None:
        write(path, content)
        signal.raise_signal(signal.SIGINT)

    monkeypatch.setattr(files, "write", interrupted)
    with pytest.raises(KeyboardInterrupt):
        testdata_text.save_found(inside.problem("echo", repository.root), CASE._replace(stdin=b"new"))
    assert not found.exists()
