"""Bubblewrap and Landlock work wherever people keep repositories, homes and interpreters."""

import json
import os
import sys
from pathlib import Path
from shutil import which

import pytest

from judge.sandbox.isolation import needed, private, view
from tests.inside import no_sandbox
from tests.running import PROBLEM, ROOT, SYSTEM_PYTHON, Repository, judge, start, write_files

TOOL = 'tool: {title: Tool, suffixes: [".tool"], version: ["tool"], run: ["tool", "{source}"]}\n'
SHELL = '#!/bin/sh\nexec /bin/sh "$@"\n'
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
    """Judge the reference solution from outside; its verdict, or else the error."""
    words = ["run", "echo", "--root", str(root), "--sandbox", mode, "--python", python, "--json", "-"]
    env = {"PATH": os.environ["PATH"], **({} if home is None else {"HOME": home})}
    done = judge(*words, cwd=Path("/"), env=env)
    return json.loads(done.out)["submissions"][0]["verdict"] if done.out else done.err


@pytest.fixture(params=["bubblewrap", "landlock"])
def mode(request: pytest.FixtureRequest) -> str:
    """A sandbox that works here."""
    if (reason := no_sandbox(request.param)) is not None:
        pytest.skip(reason)
    return str(request.param)


@pytest.fixture
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder that every user may enter."""
    path = Path(os.path.realpath(tmp_path_factory.mktemp("places")))
    for folder in (path, *path.parents):
        if folder.stat().st_uid == os.geteuid() and folder != Path("/"):
            folder.chmod(folder.stat().st_mode | 0o711)
    return path


@pytest.mark.parametrize(
    ("home", "root", "named", "own"),
    [
        ("home", "repository", "repository", "home"),
        ("home", "home/src/repository", "home/src/repository", "home"),
        ("repository/home", "repository", "repository", "repository/home"),
        ("home", "repository", "link to the repository", "home"),
        ("home", "repository", "repository", "link to the home folder"),
        ("home", "repository", "repository", None),
        ("home", "repository", "repository", "/"),
        ("Élise 王", "Élise 王/my repository", "Élise 王/my repository", "Élise 王"),
    ],
)
def test_layout(place: Path, mode: str, home: str, root: str, named: str, own: str | None) -> None:
    """Programs run, and see neither the repository nor the home folder, whatever they are called."""
    secrets = [f"{home}/secret", f"{root}/testdata/echo/sample.yaml", f"{root}/solutions/echo.py"]
    write_files(place, {secrets[0]: "secret"})
    repository(place / root, [place / secret for secret in secrets])
    (place / "link to the repository").symlink_to(place / root)
    (place / "link to the home folder").symlink_to(place / home)
    assert verdict(place / named, mode, None if own is None else str(place / own)) == "AC"


def test_interpreter_in_the_home_folder(tmp_path: Path) -> None:
    """An interpreter that a version manager keeps in the home folder is shown, and nothing beside it."""
    python = os.path.realpath(sys.executable)
    home = next((str(path) for path in Path(python).parents if path == Path.home()), None)
    if home is None or no_sandbox("bubblewrap") is not None:
        pytest.skip("needs bubblewrap and an interpreter in the home folder")
    secrets = [path for path in Path(home).iterdir() if not Path(python).is_relative_to(path)]
    assert verdict(repository(tmp_path / "repository", secrets), "bubblewrap", home, python) == "AC"


def test_view(tmp_path: Path) -> None:
    """A folder with a hidden one in it is replaced by its other contents; links stay links."""
    for name in ("a/hidden/shown", "a/b", "c"):
        (tmp_path / name).mkdir(parents=True)
    (tmp_path / "current").symlink_to(tmp_path / "a/hidden")
    (tmp_path / "loop").symlink_to(tmp_path)
    shown = [tmp_path, tmp_path / "c", tmp_path / "a/hidden/shown", tmp_path / "loop/c", tmp_path / "none"]
    names = [os.path.relpath(one, tmp_path) for one in view(map(str, shown), [str(tmp_path / "current")])]
    assert sorted(names) == ["a/b", "a/hidden/shown", "c", "current", "loop"]


@pytest.mark.parametrize(
    ("program", "names"),
    [
        ("opt/gcc/bin/gcc", ["opt/gcc/lib64", "opt/gcc/bin/gcc"]),
        (".local/bin/tool", [".local/bin/tool"]),
        ("bin/gcc", ["bin/gcc"]),
        ("tools/gcc", ["tools/gcc"]),
    ],
)
def test_needed_of_the_home_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, program: str, names: list[str]
) -> None:
    """A compiler at home is shown with files beside it that it is known to need; home itself never is."""
    monkeypatch.setenv("HOME", str(tmp_path))
    others = ("lib64/x", "opt/gcc/lib64/x", "opt/gcc/secret/x", ".local/share/keyrings/x", "away/x")
    write_files(tmp_path, dict.fromkeys((program, *others), ""))
    found = needed(str(tmp_path / program), ["lib*", str(tmp_path / "away")])
    assert sorted(found) == sorted(str(tmp_path / name) for name in [*names, "away"])
    monkeypatch.setattr("judge.sandbox.isolation.SYSTEM", (str(tmp_path.parent),))  # home may lie in /opt
    assert needed(str(tmp_path / program), ["lib*", str(tmp_path / "away")]) == found


def test_private_folders_in_a_shown_one(place: Path, mode: str) -> None:
    """Programs of a tool see its folder, but no submission, test data, cache or temporary file in it."""
    tools, private = place / "tools", ("ann", "bob", "repository/testdata/echo", "cache", "tmp")
    root = repository(tools / "repository", [])
    made = dict.fromkeys((f"{name}/secret" for name in (*private, "bin", "etc")), "secret")
    tries = "".join(f"cat {tools}/{name}/secret\n" for name in private)
    made |= dict.fromkeys(("ann/echo.tool", "bob/echo.tool"), f"{tries}cat {tools}/etc/open -\n")
    going = f"case $* in *{tools}/gone*) rmdir {tools}/gone;; esac"
    made |= {"bin/tool": SHELL, "bin/bwrap": f'#!/bin/sh\n{going}\nexec {which("bwrap")} "$@"\n'}
    write_files(tools, {**made, "etc/open": "", "repository/languages.yaml": TOOL})
    for name in ("tool", "bwrap"):
        (tools / "bin" / name).chmod(0o755)
    (tools / "current").symlink_to("repository")  # it opens none of them
    (tools / "gone").mkdir()  # something beside them may go while bubblewrap starts
    words = ["run", str(tools / "ann"), str(tools / "bob"), "--root", str(root), "--sandbox", mode]
    env = {"PATH": f"{tools}/bin:{os.defpath}", "PYTHONPATH": str(ROOT), "HOME": str(place / "home")}
    env |= {"JUDGE_CACHE": str(tools / "cache"), "TMPDIR": str(tools / "tmp")}
    done = start("-m", "judge", *words, "--python", SYSTEM_PYTHON, "--json", "-", cwd=Path("/"), env=env)
    assert [one["verdict"] for one in json.loads(done.out)["submissions"]] == ["AC", "AC"], done.out


def test_own_tests_in_a_shown_folder(place: Path, mode: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Programs see no submission of the package or of the judge's repository, and none beside a program."""
    tools = place / "tools"
    monkeypatch.setattr("judge.command_line.options.OWN_ROOT", tools / "own")
    secrets = [f"{tools}/pkg/submissions/a", f"{tools}/hand/b", f"{tools}/own/.git/c"]
    made = {"pkg/data/1.in": "x\n", "pkg/data/1.ans": "x\n", "bin/tool": SHELL, "hand/languages.yaml": TOOL}
    made |= dict.fromkeys(("own/problems/x", "own/testdata/x"), "")
    made |= {"hand/a.tool": f"cat {' '.join(secrets)}\ncat -\n", **dict.fromkeys(secrets, "secret\n")}
    write_files(tools, made)
    (tools / "bin/tool").chmod(0o755)
    (place / "link").symlink_to("tools/hand")
    words = ["run", "link/a.tool", "--tests", "tools/pkg/data", "--sandbox", mode, "--python", SYSTEM_PYTHON]
    judge(*words, cwd=place, env={"PATH": f"{tools}/bin:{os.defpath}", "HOME": str(place / "home")}).exits(0)


def test_odd_homes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A link at home may lead to a folder that programs see; a folder of the system is none to hide."""
    monkeypatch.setenv("HOME", str(tmp_path))
    (tmp_path / ".cache").symlink_to("/opt/cache")
    assert "/opt/cache" in private()
    for home in ("/", "/usr", "/usr/bin", "/usr/lib"):
        monkeypatch.setenv("HOME", home)
        assert home not in private()
