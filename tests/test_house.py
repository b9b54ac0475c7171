"""The shape of the judge: a small harness that does without the tools around it; one module touches files."""

import ast
import os
import shutil
import tomllib
from pathlib import Path

import pytest

from tests.running import ECHO, ROOT, Repository, generated_case, start

MYPY = ("mypy", "mypy --platform darwin --cache-dir .mypy_cache/darwin judge")


def test_imports_run_one_way() -> None:
    start("-c", "from importlinter.cli import lint_imports_command; lint_imports_command()").exits(0)


@pytest.mark.parametrize(
    "words",
    ["ruff check", "ruff format --check", *(pytest.param(one, marks=pytest.mark.long) for one in MYPY)],
)
def test_linters_are_content(words: str) -> None:
    start("-m", *words.split(), cwd=ROOT).exits(0)


def copy_judge(root: Path) -> None:
    shutil.copytree(ROOT / "judge", root / "judge")
    shutil.copytree(ROOT / ".package", root / ".package", symlinks=True)
    shutil.copy(ROOT / "run_all.py", root)
    found = start("-P", "-c", "import judge; print(judge.__file__)", cwd=root, env=environment(root)).out
    assert found == f"{root}/.package/judge/__init__.py\n"


def environment(root: Path) -> dict[str, str]:
    """The environment of an installed judge: one folder on Python's path."""
    return {**os.environ, "PYTHONPATH": f"{root}/.package"}


def test_the_harness_alone(repository: Repository) -> None:
    """Reference solutions are judged; generated cases name the missing module; other commands are unknown."""
    root = repository.root
    copy_judge(root)
    for path in (root / "judge").iterdir():
        if path.is_dir() and path.name not in ("command_line", "commands", "core", "report", "sandbox"):
            shutil.rmtree(path)
    for path in root.glob("judge/commands/*.py"):
        if path.stem not in ("__init__", "run"):
            path.unlink()
    row = start("run_all.py", "-q", cwd=root).success
    assert row.split()[:4] == ["echo", "solutions/echo.py", "AC", "1/1"]
    repository.write("testdata/echo/large.yaml", generated_case("hundred", 100, "f" * 64))
    outcome = start("run_all.py", cwd=root).exits(1)
    assert "judge error: needs judge/authoring/generated.py, which is missing\n" in outcome.out
    assert outcome.out.splitlines()[-1].split()[:4] == ["echo", "solutions/echo.py", "JE", "1/2"]
    outcome = start("-P", "-m", "judge", "check", cwd=root, env=environment(root))
    assert "no command 'check'" in outcome.refusal


@pytest.mark.long
def test_nothing_is_imported_from_a_repository(repository: Repository) -> None:
    """Files at its root are judged, whichever module they are named after, and never run inside the judge."""
    root = repository.root
    copy_judge(root)
    names = [f"{name}.py" for name in ("sitecustomize", "usercustomize", "yaml", "linkify_it")]
    for name in names:
        repository.write(name, f"import sys\nif __name__ != '__main__':\n    sys.exit('imported')\n{ECHO}")
    repository.write("trap.pth", "import sys; sys.exit('imported')\n")
    judge, run = ["-P", "-m", "judge"], [*names, "--problem", "echo"]
    for words in (["run_all.py", *run], [*judge, "run", *run], [*judge, "show", "echo"]):
        assert start(*words, cwd=root, env=environment(root)).success


def test_installed_from_here() -> None:
    """An editable installation puts one folder with nothing but the judge on Python's path."""
    build = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["hatch"]["build"]
    (folder,) = build["dev-mode-dirs"]
    (link,) = (ROOT / folder).iterdir()
    assert link.readlink() == Path("../judge")
    assert str(ROOT) not in start("-P", "-c", "import sys; print(*sys.path, sep='\\n')").out.split("\n")


# Functions about paths and processes that touch no file.
HARMLESS = {
    "os": "path name environ devnull defpath getpid geteuid sched_getaffinity cpu_count access X_OK O_RDWR "
    "pipe fdopen read close set_blocking _exit fsencode umask urandom nice sched_getscheduler",
    "shutil": "which get_terminal_size",
}
HANDS = (
    "open read_bytes read_text write_bytes write_text touch chmod mkdir rmdir iterdir glob rglob unlink "
    "rename symlink_to hardlink_to"
)
OTHER_PROGRAMS = ("sandbox/", "skeleton/", "export/payload/", "authoring/part_host.py", "site/trace.py")


def test_one_place_touches_files() -> None:
    """Only core/files.py opens, lists, makes, writes, removes or renames files."""
    found = []
    for path in sorted((ROOT / "judge").rglob("*.py")):
        name = str(path.relative_to(ROOT / "judge"))
        if name != "core/files.py" and not name.startswith(OTHER_PROGRAMS):
            nodes = ast.walk(ast.parse(path.read_text(encoding="utf-8")))
            found += [f"{name}: {ast.unparse(node)}" for node in nodes if touches_files(node)]
    assert found == ["cli.py: os.open"]  # of /dev/null


def touches_files(node: ast.AST) -> bool:
    """Whether an expression calls or imports a function that touches files."""
    match node:
        case ast.Attribute(ast.Name("os" | "shutil" as module), name):
            return name not in HARMLESS[module].split()
        case ast.Attribute(ast.Name("files")):
            return False
        case ast.Attribute(_, name):
            return name in HANDS.split()
        case ast.Call(ast.Name("open")) | ast.Call(ast.Attribute(_, "replace"), [_]):
            return True
        case ast.Import(names):
            return any(one.name in ("tempfile", "glob") for one in names)
        case ast.ImportFrom(module):
            return module in ("os", "shutil", "tempfile", "glob")
    return False
