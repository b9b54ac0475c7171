"""Attacks that are no program: folders left for the next judge, and names of modules."""

import os
import sys
from pathlib import Path

import pytest

from judge.sandbox import isolation
from judge.sandbox.workspace import remove_stale
from tests.running import EVERY, Repository, execute, installed

DEPTH = 1100  # folders in each other: more than Python's frames, and than open files


def test_nested_folders_of_a_killed_judge(tmp_path: Path) -> None:
    """The next judge removes them, closed ones, too."""
    here = Path.cwd()
    stale = tmp_path / "judge-run-stale"
    (stale / "box/work").mkdir(parents=True)
    try:
        os.chdir(stale / "box/work")
        for _ in range(DEPTH):
            Path("folder").mkdir()
            os.chdir("folder")
        Path("closed").mkdir(0)
    finally:
        os.chdir(here)
    os.utime(stale, (0, 0))
    remove_stale(tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_user_ids_are_of_one_judge() -> None:
    """However many supervisors programs wear out, no judge takes the user id of another one's programs."""
    first = isolation.FIRST_UID + os.getpid() * isolation.UIDS
    options = [isolation.Isolation(drop_uid=True).options("/box") for _ in range(isolation.UIDS + 1)]
    uids = [option["uid"] for option in options]
    assert set(uids) == set(range(first, first + isolation.UIDS))
    assert isolation.FIRST_UID + (1 << 22) * isolation.UIDS < (1 << 32) - 1


@pytest.mark.parametrize("python", EVERY)
def test_named_like_a_module(repository: Repository, python: str) -> None:
    """A program that Python would import in order to show a warning does not run in its fork server."""
    source = (
        "import os, sys\n"
        "if __name__ == '__main__':\n"
        "    word, shared = input(), getattr(sys, 'shared', None)\n"
        "    print(word if shared and os.lseek(shared, 0, os.SEEK_CUR) else 'first')\n"
        "    if shared: os.lseek(shared, 1, os.SEEK_SET)\n"
        "else:\n"
        "    sys.shared = os.open(__file__, os.O_RDONLY)\n"
        "1 is 1\n"
    )
    repository.cases(("one", "one\n", "one\n"), ("two", "two\n", "two\n"))
    files = [f"folder/{name}.py" for name in ("linecache", "re", "tokenize", "traceback", "warnings")]
    for file in files:
        repository.write(file, source)
    words = ("--problem", "echo", "--python", installed(python), "--jobs", "1", "--sandbox", "off")
    judged = repository.document(*files, *words)["submissions"]
    assert len(judged) == len(files)
    assert "AC" not in [case["verdict"] for submission in judged for case in submission["cases"]]


def test_nothing_is_imported_from_here(repository: Repository) -> None:
    """Not by a Python that the judge asks for its path, either: 3.13 imports linecache for `-c`."""
    files, python = ["linecache.py", "tempfile.py"], "python3.13"
    for file in files:
        repository.write(file, "open('imported', 'w').close()\nprint(input())\n")
    outcome = repository.judge_alone("run", *files, "--problem", "echo", "--python", installed(python))
    assert outcome.code == 0, outcome.err
    assert not (repository.root / "imported").exists()


def test_an_empty_entry_of_path(repository: Repository) -> None:
    """Nothing is started from the current folder. With any umask, the judge can read what it writes."""
    repository.write("bwrap", "#!/bin/sh\ntouch planted\n").chmod(0o755)
    words = f'umask 777; PATH=":$PATH" exec {sys.executable} -m judge run solutions/echo.py --root .'
    assert execute("sh", "-c", words, cwd=repository.root).code == 0
    assert not (repository.root / "planted").exists()
