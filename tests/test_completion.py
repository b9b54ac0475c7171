"""Completion in shells: shtab's scripts and the judge's own words."""

import shutil
import sys
from pathlib import Path

import pytest

from tests.running import Repository, execute, judge, write_file

TYPE = """
source "$1"; shift
COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1))
_shtab_judge 2>/dev/null; printf '%s\\n' "${COMPREPLY[@]}"
"""


@pytest.fixture(scope="module")
def script(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The bash script, behind a `judge` that is this one."""
    this = f'judge() {{ {sys.executable} -m judge "$@"; }}\n'
    path = tmp_path_factory.mktemp("completion") / "judge.bash"
    return write_file(path, this + judge("--print-completion", "bash").out)


@pytest.mark.long
def test_bash(repository: Repository, script: Path) -> None:
    """Commands, options, problems, files, and the cases of the problem that is named."""
    repository.problem("other")
    (repository.root / "problems/$(echo expanded)").mkdir()
    repository.write("echo.py", "")
    for typed, expected in [
        ("st", ["stress"]),
        ("run --jun", ["--junit"]),
        ("run --sandbox o", ["off", "on"]),
        ("show ", ["echo", "other"]),
        ("run e", ["echo", "echo.py"]),
        ("case echo ", ["hello"]),
        ("run echo.py -k ", ["hello"]),
        ("run mine.py --problem echo --case h", ["hello"]),
    ]:
        words = ("bash", "-c", TYPE, "bash", str(script), "judge", *typed.split(" "))
        assert sorted(execute(*words, cwd=repository.root).success.split()) == expected


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_scripts(tmp_path: Path, shell: str) -> None:
    """There is a script for each shell, which the shell can read where it is installed."""
    script = judge("--print-completion", shell, cwd=tmp_path).success
    assert "--print-completion cases" in script
    if shutil.which(shell):
        assert execute(shell, "-n", str(write_file(tmp_path / "script", script))).code == 0
