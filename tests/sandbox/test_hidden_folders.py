"""Bubblewrap and Landlock work wherever people keep repositories, homes and interpreters."""

import json
import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from judge.sandbox.isolation import mounts, without
from tests.inside import no_sandbox
from tests.running import PROBLEM, ROOT, SYSTEM_PYTHON, Repository, start

# Answers only if it cannot read the answers of its own repository, or the user's files.
CURIOUS = """
import os

def readable(path):
    try:
        (os.listdir if os.path.isdir(path) else open)(path)
    except OSError:
        return False
    return True

word = input()
seen = list(filter(readable, {paths!r}))
print("seen: " + " ".join(seen) if seen else word)
"""


def repository(root: Path, secrets: list[Path]) -> Path:
    """Write a repository with one problem whose solution looks for secrets."""
    made = Repository(root)
    made.write("problems/echo/problem.yaml", PROBLEM.replace("time: 1", "time: 5"))
    made.write("solutions/echo.py", CURIOUS.format(paths=[str(path) for path in secrets]))
    return root


def verdict(root: Path, mode: str, home: str | None, python: str = SYSTEM_PYTHON) -> object:
    """Judge the reference solution from outside; return its verdict, or what was said instead."""
    words = ["run", "echo", "--root", str(root), "--sandbox", mode, "--python", python, "--json", "-"]
    env = {"PATH": os.environ["PATH"], "PYTHONPATH": str(ROOT), **({} if home is None else {"HOME": home})}
    done = start("-m", "judge", *words, cwd=Path("/"), env=env)
    return json.loads(done.out)["submissions"][0]["verdict"] if done.out else done.err


@pytest.fixture(params=["bubblewrap", "landlock"])
def mode(request: pytest.FixtureRequest) -> str:
    """Return a sandbox that works here."""
    if (reason := no_sandbox(request.param)) is not None:
        pytest.skip(reason)
    return str(request.param)


@pytest.fixture
def place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Return a folder that every user may enter."""
    path = Path(os.path.realpath(tmp_path_factory.mktemp("places")))
    for folder in (path, *path.parents):
        if folder.stat().st_uid == os.geteuid() and folder != Path("/"):
            folder.chmod(folder.stat().st_mode | 0o711)
    yield path


@pytest.mark.parametrize(
    "layout",
    [
        *("home and repository apart", "repository in the home folder", "home folder in the repository"),
        *("repository by a link", "home folder by a link", "no home folder", "home folder is the root"),
        "blanks and letters of all scripts",
    ],
)
def test_layout(place: Path, mode: str, layout: str) -> None:
    """Programs run, and see neither the repository nor the home folder."""
    home, root = place / "home", place / "repository"
    if layout == "repository in the home folder":
        root = home / "src/repository"
    elif layout == "home folder in the repository":
        home = root / "home"
    elif layout == "blanks and letters of all scripts":
        home = place / "Élise Müller 王"
        root = home / "my repository ♔"
    home.mkdir(parents=True)
    (home / "secret").write_text("secret")
    repository(root, [home / "secret", root / "testdata/echo/sample.yaml", root / "solutions/echo.py"])
    named, own = root, str(home)
    if layout == "repository by a link":
        named = place / "link"
        named.symlink_to(root)
    elif layout == "home folder by a link":
        (place / "me").symlink_to(home)
        own = str(place / "me")
    elif layout == "home folder is the root":
        own = "/"
    assert verdict(named, mode, None if layout == "no home folder" else own) == "AC"


def test_interpreter_in_the_home_folder(tmp_path: Path) -> None:
    """An interpreter that a version manager keeps in the home folder is shown, and nothing beside it."""
    python = os.path.realpath(sys.executable)
    home = next((str(path) for path in Path(python).parents if path == Path.home()), None)
    if home is None or no_sandbox("bubblewrap") is not None:
        pytest.skip("needs bubblewrap and an interpreter in the home folder")
    secrets = [path for path in Path(home).iterdir() if not Path(python).is_relative_to(path)]
    root = repository(tmp_path / "repository", secrets)
    assert verdict(root, "bubblewrap", home, python) == "AC"


def test_hidden_folders_are_mounted_over() -> None:
    """Hidden folders in shown ones are covered, what is shown in them again is not."""
    words = mounts(["/usr", "/usr/share/doc"], ["/usr/share"])
    binds = [words[i + 1] for i, word in enumerate(words) if word == "--ro-bind"]
    covers = [words[i + 1] for i, word in enumerate(words) if word == "--tmpfs"]
    assert (binds, covers) == (["/usr", "/usr/share/doc"], ["/usr/share"])
    assert words[-2:] == ["--remount-ro", "/usr/share"]
    assert mounts(["/usr"], ["/home"]) == mounts(["/usr"], [])


def test_landlock_leaves_hidden_folders_out(tmp_path: Path) -> None:
    """A folder with a hidden one in it is named by its other contents, but for links to either."""
    for name in ("a/hidden", "a/b", "c"):
        (tmp_path / name).mkdir(parents=True)
    (tmp_path / "current").symlink_to(tmp_path / "a/hidden")
    (tmp_path / "loop").symlink_to(tmp_path)
    found = without(str(tmp_path), [str(tmp_path / "a/hidden")])
    assert sorted(found) == [str(tmp_path / "a/b"), str(tmp_path / "c")]
