"""Streams that are full or closed, and systems other than Linux: one clear line each."""

import subprocess
import sys

import pytest

from tests.running import TIMEOUT, Repository, start, without_notes


def shell(repository: Repository, command: str) -> subprocess.CompletedProcess[str]:
    """Run a command of the judge in bash, with its redirections, in the folder of a repository."""
    return subprocess.run(
        ["bash", "-c", f'"$0" -m judge {command}', sys.executable],
        cwd=repository.root,
        capture_output=True,
        text=True,
        timeout=TIMEOUT,
    )


@pytest.mark.parametrize("command", ["show echo", "run", "run -q --json -", "--help", "--version"])
def test_no_room_for_output(repository: Repository, command: str) -> None:
    """A full stdout is one line and exit code 2, even if Python buffers the output."""
    done = shell(repository, f"{command} >/dev/full")
    message = "stdout: no space left on device; free some space or give access, and try again"
    last = done.stderr.splitlines()[-1]  # with --json - the table is on stderr
    assert (done.returncode, last) == (2, f"judge: {message}")


@pytest.mark.parametrize(
    ("command", "message"),
    [
        ("run >&-", "stdout is closed; open it, or redirect it to /dev/null"),
        ("--help >&-", "stdout is closed; open it, or redirect it to /dev/null"),
        ("run - --problem echo <&-", "stdin is closed; send the program to it, or name its file"),
    ],
)
def test_closed(repository: Repository, command: str, message: str) -> None:
    """So is a closed stream that is needed."""
    done = shell(repository, command)
    assert (done.returncode, without_notes(done.stderr)) == (2, f"judge: {message}\n")


@pytest.mark.parametrize(
    "command", ["list x y >/dev/null 2>/dev/full", "list x y >/dev/full 2>&1", "list x y 2>&-"]
)
def test_no_room_for_errors(repository: Repository, command: str) -> None:
    """Where nobody can be told of a mistake, the exit code still says that there is one."""
    assert shell(repository, command).returncode == 2


@pytest.mark.parametrize("limit", ["-v 20000", "-v 60000", "-d 20000"])
def test_too_little_memory(repository: Repository, limit: str) -> None:
    """A limit of the shell that is too low for the judge itself is named."""
    words = ["bash", "-c", f'ulimit {limit}; "$0" -m judge run', sys.executable]
    done = subprocess.run(words, cwd=repository.root, capture_output=True, text=True, timeout=TIMEOUT)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert limit[:2] in done.stderr


@pytest.mark.parametrize("module", ["judge.cli", "judge.commands.run"])
def test_interrupted_at_the_start(module: str) -> None:
    """Ctrl-C while modules are loaded, before anything has been started."""
    code = (
        "import os, signal, sys\n"
        "class Finder:\n"
        "    def find_spec(self, name, *_):\n"
        f"        if name == {module!r}: os.kill(os.getpid(), signal.SIGINT)\n"
        "sys.meta_path.insert(0, Finder())\n"
        "from judge.__main__ import script\nscript('run')\n"
    )
    outcome = start("-c", code)
    assert (outcome.code, outcome.out, outcome.err) == (130, "", "judge: interrupted\n")


def test_other_streams_closed(repository: Repository) -> None:
    """A closed stdin and stderr change nothing."""
    done = shell(repository, "run -q <&- 2>&-")
    assert (done.returncode, done.stdout.split()[2:4]) == (0, ["AC", "1/1"])


def test_reader_that_leaves(repository: Repository) -> None:
    """A pipe that nobody reads ends the judge as SIGPIPE would, with colours as without."""
    for color in ("never", "always"):
        done = shell(repository, f"list --color {color} | true; exit ${{PIPESTATUS[0]}}")
        assert (done.returncode, without_notes(done.stderr)) == (141, "")


def test_windows() -> None:
    """Before anything is imported that only a Unix has."""
    outcome = start("-c", "import os, sys; os.name = 'nt'; sys.modules['fcntl'] = None; import judge.cli")
    what = "judge: needs Linux, macOS or another Unix; on Windows, use WSL\n"
    assert (outcome.code, outcome.out, outcome.err) == (2, "", what)
