"""Irregular files and links out of a repository are never read, shown or written."""

import os
import shutil
import signal
import tempfile
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from judge.authoring import new_files
from judge.core import files, languages
from judge.core.session import Session, Settings
from judge.sandbox import Choosing
from tests.running import ECHO, ROOT, Repository, files_in, judge

IRREGULAR = "it is not a regular file"


@pytest.mark.parametrize(
    ("name", "kind", "message"),
    [
        ("testdata/echo/x", "link", "sample.yaml:3:15: cannot read 'x': it is a link"),
        ("testdata/echo/x", "pipe", f"sample.yaml:3:15: cannot read 'x': {IRREGULAR}"),
        ("testdata/echo/x", "folder", "sample.yaml:3:15: cannot read 'x': is a directory"),
        *(
            (name, "pipe", f"/{name}: {IRREGULAR}; put a readable one there, or remove it\n")
            for name in ("testdata/echo/sample.yaml", "problems/echo/problem.yaml", "languages.yaml")
        ),
        *(
            (name, "link", f"/{name}' is a link")
            for name in ("testdata", "testdata/echo", "problems", "problems/echo", "solutions")
        ),
    ],
)
def test_what_is_not_read(repository: Repository, name: str, kind: str, message: str) -> None:
    """Neither is a file below a link."""
    path = repository.root / name
    if kind == "pipe":
        path.unlink(missing_ok=True)
        os.mkfifo(path)
    elif kind == "folder":
        path.mkdir()
    elif path.exists():
        path.symlink_to(path.rename(repository.root / "elsewhere"))
    else:
        path.symlink_to("/etc/passwd")
    if path.name == "x":
        repository.write("testdata/echo/sample.yaml", '- name: a\n  why: b\n  stdin_file: x\n  stdout: "x"\n')
    assert message in repository.judge("run", "echo").refusal


def test_links_that_are_typed(repository: Repository, elsewhere: Path) -> None:
    """Links on the command line are followed: a repository, a program, a folder of programs."""
    links = {name: elsewhere / name for name in ("root", "echo.py", "other.c", "programs")}
    links["root"].symlink_to(repository.root)
    links["echo.py"].symlink_to(repository.root / "solutions/echo.py")
    links["other.c"].symlink_to(repository.write("mine/newest", "int main() { return 0; }"))
    links["programs"].symlink_to(repository.root / "solutions")
    for name, code in (("echo.py", 0), ("programs", 0), ("other.c", 1 if shutil.which("gcc") else 2)):
        words = (str(links[name]), "--problem", "echo", "--root", str(links["root"]))
        assert judge("run", *words).code == code


def test_statement_that_is_not_utf_8(repository: Repository) -> None:
    repository.write("problems/echo/statement.md", b"# Echo\n\nSay \xff.\n")
    assert "statement.md:3:5: byte 0xFF " in repository.judge("show", "echo").refusal


def test_deep_folders(repository: Repository) -> None:
    """They are left out: to open each takes a call for every folder above it."""
    repository.write("hand/echo.py", ECHO)
    repository.root.joinpath("hand", *"d" * 200).mkdir(parents=True)
    outcome = repository.judge("run", "hand")
    assert (outcome.code, outcome.err.count("\n"), "lies too deep" in outcome.err) == (2, 1, True)


def interrupting(function: Callable[..., Any]) -> Callable[..., Any]:
    def interrupted(*words: Any, **named: Any) -> Any:
        signal.raise_signal(signal.SIGINT)
        return function(*words, **named)

    return interrupted


def test_an_interrupt_waits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It comes when all new files are there, not between two of them."""
    monkeypatch.setattr(files, "write", interrupting(files.write))
    with pytest.raises(KeyboardInterrupt):
        new_files.write(tmp_path, "--out", {Path("a/b"): b"1", Path("c"): b"2"})
    assert files_in(tmp_path) == {"a/b": b"1", "c": b"2"}


def test_an_interrupt_of_an_archive(monkeypatch: pytest.MonkeyPatch) -> None:
    """It waits: an archive that is not complete cannot be closed."""
    monkeypatch.setattr("zipfile.crc32", interrupting(zlib.crc32))
    with pytest.raises(KeyboardInterrupt):
        new_files.zipped({"a": b"1"})


def test_interrupts_of_a_session(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """They wait until the folders of programs are there, or gone."""
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    settings = Settings(jobs=1, python=languages.interpreter(None))
    with monkeypatch.context() as patch, pytest.raises(KeyboardInterrupt):
        patch.setattr("judge.core.session.Choosing", interrupting(Choosing))
        Session(settings, ROOT, print)
    assert [*tmp_path.iterdir()] == []
    session = Session(settings, ROOT, print)
    session.isolation()
    client = session._choosing._client
    assert client is not None
    monkeypatch.setattr(client, "close", interrupting(client.close))
    with pytest.raises(KeyboardInterrupt):
        session.close()
    assert [*tmp_path.iterdir()] == []


def test_stamps(tmp_path: Path) -> None:
    """What cannot be looked at, such as a folder that is closed, is left out like what is missing."""
    (tmp_path / "there").touch()
    assert [*files.stamps([tmp_path, tmp_path / "missing", tmp_path / ("x" * 300)])] == [tmp_path / "there"]
