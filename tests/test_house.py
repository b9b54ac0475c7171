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
def without_tools(repository: Repository) -> Repository:
    """Return a repository with a judge of its own whose tools have been deleted."""
    ignored = shutil.ignore_patterns("__pycache__", "tools")
    shutil.copytree(ROOT / "judge", repository.root / "judge", ignore=ignored)
    shutil.copy(ROOT / "run_all.py", repository.root)
    return repository


def test_runs_without_tools(without_tools: Repository) -> None:
    """Reference solutions are judged; a generated case says what it misses."""
    outcome = start("run_all.py", cwd=without_tools.root)
    assert (outcome.code, outcome.err) == (0, "")
    assert outcome.out.split()[:3] == ["echo", "AC", "1/1"]
    without_tools.write("testdata/echo/large.yaml", GENERATED)
    outcome = start("run_all.py", cwd=without_tools.root)
    assert outcome.code == 1
    assert "judge error: needs judge/authoring/generated.py, which is missing\n" in outcome.out
    assert outcome.out.splitlines()[-1].split()[:3] == ["echo", "JE", "1/2"]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("check",), "argument COMMAND: invalid choice: 'check' (choose from "),
        (
            ("run", "--watch"),
            "--watch needs judge/core/watch.py, which is missing; restore it",
        ),
    ],
)
def test_deleted_tools(without_tools: Repository, words: tuple[str, ...], message: str) -> None:
    """Commands of deleted tools are unknown, and an option that needs one says so."""
    outcome = start("-m", "judge", *words, cwd=without_tools.root)
    assert (outcome.code, outcome.out) == (2, "")
    assert outcome.err.startswith(f"judge: {message}")
