"""The shape of the judge: a small harness that does without the tools around it."""

import shutil

import pytest

from tests.running import ROOT, Repository, start

GENERATED = (
    "- name: hundred\n  why: a test\n  generate: {seed: 1, size: 100}\n" + f'  stdout_sha256: "{"0" * 64}"\n'
)


def test_imports_run_one_way() -> None:
    """The contracts in pyproject.toml are kept."""
    outcome = start("-c", "from importlinter.cli import lint_imports_command; lint_imports_command()")
    assert outcome.code == 0, outcome.out


@pytest.fixture
def harness(repository: Repository) -> Repository:
    """Return a repository whose judge has nothing but what `run` needs."""
    copy = repository.root / "judge"
    shutil.copytree(ROOT / "judge", copy, ignore=shutil.ignore_patterns("__pycache__"))
    for path in copy.iterdir():
        if path.is_dir() and path.name not in ("commands", "core", "report", "sandbox"):
            shutil.rmtree(path)
    for path in (copy / "commands").glob("*.py"):
        if path.stem not in ("__init__", "run"):
            path.unlink()
    shutil.copy(ROOT / "run_all.py", repository.root)
    return repository


def test_the_harness_alone(harness: Repository) -> None:
    """Reference solutions are judged; a generated case says what it misses, a deleted command is unknown."""
    outcome = start("run_all.py", cwd=harness.root)
    assert (outcome.code, outcome.err) == (0, "")
    assert outcome.out.split()[:4] == ["echo", "solutions/echo.py", "AC", "1/1"]
    harness.write("testdata/echo/large.yaml", GENERATED)
    outcome = start("run_all.py", cwd=harness.root)
    assert outcome.code == 1
    assert "judge error: needs judge/authoring/generated.py, which is missing\n" in outcome.out
    assert outcome.out.split()[:4] == ["echo", "solutions/echo.py", "JE", "1/2"]
    outcome = start("-m", "judge", "check", cwd=harness.root)
    assert (outcome.code, outcome.out) == (2, "")
    assert "no command 'check'" in outcome.err
