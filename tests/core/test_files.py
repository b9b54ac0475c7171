"""Files that are no regular files, or lie elsewhere: nothing of them is read, or shown."""

import os
from pathlib import Path

import pytest

from tests import inside
from tests.running import Repository

DATA = '- name: a\n  why: b\n  stdin_file: x\n  stdout: "x"\n'


def make(path: Path, kind: str) -> None:
    """Make something that is no regular file of the repository."""
    path.unlink(missing_ok=True)
    if kind == "pipe":
        os.mkfifo(path)
    elif kind == "folder":
        path.mkdir()
    elif kind == "socket":
        os.mknod(path, 0o140644)
    else:
        path.symlink_to({"link": "/etc/passwd", "device": "/dev/zero"}[kind])


NO_DATA = {
    "link": "it is a link that leads out of the repository",
    "pipe": "it is a named pipe, no regular file",
    "device": "it is a link that leads out of the repository",
    "folder": "it is a folder, no regular file",
    "socket": "",
}


@pytest.mark.parametrize("kind", NO_DATA)
def test_data_file(repository: Repository, kind: str) -> None:
    """Data are regular files inside the repository: nothing else is ever shown."""
    make(repository.root / "testdata/echo/x", kind)
    repository.write("testdata/echo/sample.yaml", DATA)
    outcome = repository.judge("run", "echo")
    assert (outcome.code, outcome.out) == (2, "")
    assert f"sample.yaml:3:15: cannot read 'x': {NO_DATA[kind]}" in outcome.err
    assert outcome.err.count("\n") == 1


@pytest.mark.parametrize("kind", ["link", "pipe"])
@pytest.mark.parametrize(
    "name", ["testdata/echo/sample.yaml", "problems/echo/problem.yaml", "languages.yaml"]
)
def test_yaml(repository: Repository, name: str, kind: str) -> None:
    """So is YAML, wherever it stands."""
    make(repository.root / name, kind)
    outcome = repository.judge("run", "echo")
    assert (outcome.code, outcome.err.count("\n")) == (2, 1)
    assert f"{name}: {NO_DATA[kind]}; make it readable or remove it\n" in outcome.err


def test_link_inside(repository: Repository) -> None:
    """A link within the repository is as good as the file."""
    repository.write("elsewhere/x", "x")
    (repository.root / "testdata/echo/x").symlink_to("../../elsewhere/x")
    repository.write("testdata/echo/sample.yaml", DATA)
    assert repository.judge("run", "echo").code == 0


@pytest.mark.parametrize("path", ["solutions/echo.py", "problems/echo/submissions/accepted/naive.py"])
def test_program(repository: Repository, path: str) -> None:
    """A named pipe among the programs of a problem holds nobody, and is named."""
    repository.write(path, "")
    make(repository.root / path, "pipe")
    outcome = repository.judge("check")
    assert outcome.code in (1, 2)
    assert path in outcome.out + outcome.err


def test_limit_of_a_file(tmp_path: Path) -> None:
    """As much as the limit is read, and no more."""
    path = tmp_path / "x"
    path.write_bytes(b"12345")
    assert inside.read_regular(path, 5, tmp_path) == b"12345"
    with pytest.raises(OSError, match="it has more than 4 bytes"):
        inside.read_regular(path, 4)


def test_statement_that_is_not_utf_8(repository: Repository) -> None:
    """Its byte is named with its place."""
    repository.write("problems/echo/statement.md", b"# Echo\n\nSay \xff.\n")
    outcome = repository.judge("show", "echo")
    assert (outcome.code, outcome.out) == (2, "")
    assert outcome.err.endswith("statement.md:3:5: byte 0xFF is not UTF-8; save the file as UTF-8\n")
