"""Streams that are full or closed, and systems other than Linux: one clear line each."""

import os
import subprocess
import sys

import pytest

from tests.running import ECHO, GENERATOR, ROOT, TIMEOUT, Repository

# What a user's shell has.
ENVIRONMENT = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
COMMANDS = [
    "list",
    "show echo",
    "run",
    "run -q --json -",
    "check",
    "bench --runs 1 --size 1",
    "mutants",
    "stress mine.py --problem echo --runs 1",
    "--help",
    "run --help",
    "--version",
]
NOT_LINUX = (
    "import runpy, sys\nsys.platform = 'darwin'\nsys.modules['fcntl'] = None\n"
    "sys.argv = ['judge', 'list']\nrunpy.{}('{}', run_name='__main__')\n"
)


@pytest.fixture
def complete(repository: Repository) -> Repository:
    """Return a repository on which every command has something to print."""
    repository.write("problems/echo/generator.py", GENERATOR)
    repository.write("problems/echo/submissions/accepted/naive.py", ECHO)
    repository.write("mine.py", ECHO)
    return repository


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize(
    ("redirection", "message"),
    [
        (">/dev/full", "stdout: no space left on device; make room or give access, and try again"),
        (">&-", "stdout is closed; open it, or send it to /dev/null"),
    ],
)
def test_no_room_for_output(complete: Repository, command: str, redirection: str, message: str) -> None:
    """What cannot be printed is one line and exit code 2, whatever Python buffers."""
    done = subprocess.run(
        ["bash", "-c", f'"$0" -m judge {command} {redirection}', sys.executable],
        cwd=complete.root,
        env=ENVIRONMENT,
        capture_output=True,
        text=True,
        timeout=TIMEOUT,
    )
    lines = [line for line in done.stderr.splitlines() if not line.startswith("judge: no sandbox: ")]
    assert (done.returncode, lines) == (2, [f"judge: {message}"])


@pytest.mark.parametrize("redirection", ["<&-", "2>&-", "<&- 2>&-"])
def test_other_streams_closed(complete: Repository, redirection: str) -> None:
    """A closed stdin or stderr changes nothing."""
    done = subprocess.run(
        ["bash", "-c", f'"$0" -m judge run {redirection}', sys.executable],
        cwd=complete.root,
        env=ENVIRONMENT,
        capture_output=True,
        text=True,
        timeout=TIMEOUT,
    )
    assert (done.returncode, done.stdout.split()[:3]) == (0, ["echo", "AC", "1/1"])


@pytest.mark.parametrize("entry", [("run_module", "judge"), ("run_path", "run_all.py")])
def test_needs_linux(entry: tuple[str, str]) -> None:
    """Elsewhere one line says so, before anything is imported that only Linux has."""
    done = subprocess.run(
        [sys.executable, "-c", NOT_LINUX.format(*entry)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=TIMEOUT,
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "judge: this judge needs Linux; on Windows, use WSL\n"
