"""Completion in shells: shtab's scripts."""

import shutil
import subprocess
from pathlib import Path

import pytest

from tests.running import TIMEOUT, Repository, judge

TYPE = """
source "$1"; shift
COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1))
_shtab_judge 2>/dev/null; printf '%s\\n' "${COMPREPLY[@]}"
"""


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("st", ["stress"]),
        ("run --jun", ["--junit"]),
        ("show ", ["echo", "other"]),
        ("run e", ["echo.py"]),
        ("run mine.py --problem o", ["other"]),
        ("run --sandbox o", ["off", "on"]),
    ],
)
def test_bash(repository: Repository, typed: str, expected: list[str]) -> None:
    """Commands, options, problems and files."""
    repository.problem("other")
    repository.write("echo.py", "")
    script = repository.write("script", judge("--print-completion", "bash", cwd=repository.root).out)
    words = ["bash", "-c", TYPE, "bash", str(script), "judge", *typed.split(" ")]
    done = subprocess.run(words, cwd=repository.root, capture_output=True, text=True, timeout=TIMEOUT)
    assert sorted(done.stdout.split()) == expected, done.stderr


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_scripts(tmp_path: Path, shell: str) -> None:
    """There is a script for each shell, without a repository, too; the shell can read it where installed."""
    outcome = judge("--print-completion", shell, cwd=tmp_path)
    assert (outcome.code, outcome.err) == (0, "")
    assert "--print-completion" in outcome.out
    if shutil.which(shell):
        path = tmp_path / "script"
        path.write_text(outcome.out)
        assert subprocess.run([shell, "-n", str(path)], timeout=TIMEOUT).returncode == 0
