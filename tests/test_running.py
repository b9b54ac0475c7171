"""The judge in this process, as nearly all tests run it, does what it does in a process of its own."""

import os
import re
import signal
import sys
from pathlib import Path

import pytest

from tests.running import WRONG, Outcome, Repository

# What differs from one run to the next: times, memory and the length of what shows them.
MEASURED = re.compile(
    r'[ ]+[\d.]+ (s|MiB|a second)\b|(?<=_s": )[\d.]+|(?<="memory_bytes": )\d+|(?<=time=")[\d.]+'
)
GENERATED = "def generate(random, size):\n    return '7\\n' * size\n"


@pytest.mark.parametrize(
    "words",
    [
        ["run", "mine.py", "--problem", "echo"],
        ["run", "mine.py", "--problem", "echo", "--json", "-"],
        ["run", "--color", "always", "-v"],
        ["run", "--jobs", "0"],
        ["run", "--help"],
        ["show", "echo"],
        ["mutants"],
        ["stress", "echo.py", "--runs", "3"],
    ],
    ids=" ".join,
)
def test_same_result(repository: Repository, words: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Exit code, stdout and stderr are the same."""
    monkeypatch.setenv("COLUMNS", "80")  # for argparse, which asks the terminal that pytest runs in
    repository.write("mine.py", WRONG)
    repository.write("echo.py", "print(input())\n")
    repository.write("problems/echo/generator.py", GENERATED)
    repository.write("problems/echo/submissions/accepted/naive.py", "print(input())\n")
    assert seen(repository.judge(*words)) == seen(repository.judge_alone(*words))


def seen(outcome: Outcome) -> list[object]:
    """Return an outcome without what is measured."""
    return [outcome.code, MEASURED.sub(" ?", outcome.out), MEASURED.sub(" ?", outcome.err)]


def test_nothing_is_left_behind(repository: Repository) -> None:
    """Signals, descriptors, streams, folder, environment and modules are those from before."""
    repository.write("problems/echo/generator.py", GENERATED)
    repository.write("problems/echo/submissions/accepted/naive.py", "print(input())\n")
    repository.write("echo.py", "print(input())\n")

    def state() -> list[object]:
        handlers = [signal.getsignal(number) for number in range(1, 32)]
        modules = sorted(name for name in sys.modules if name.startswith("problems"))
        process = [Path.cwd(), dict(os.environ), sys.argv, sys.orig_argv, list(sys.path)]
        streams = [(one, os.fstat(one.fileno()).st_ino) for one in (sys.__stdout__, sys.__stderr__) if one]
        opened = len(list(Path("/proc/self/fd").iterdir()))
        return [handlers, modules, process, streams, opened, sys.stdout, sys.stderr]

    repository.judge("stress", "echo.py", "--runs", "3")  # what is loaded once stays open
    before = state()
    assert repository.judge("stress", "echo.py", "--runs", "3", env={**os.environ, "X": "y"}).code == 0
    assert state() == before
