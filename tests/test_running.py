"""The judge in this process, as nearly all tests run it, does what it does in a process of its own."""

import os
import re
import signal
import sys
from pathlib import Path

import pytest

from tests.running import WRONG, Outcome, Repository, judge, start

# What differs from one run to the next: times, memory and the length of what shows them.
MEASURED = re.compile(
    r'[ ]+[\d.]+ (s|MiB|a second)\b|(?<=_s": )[\d.]+|(?<="memory_bytes": )\d+|(?<=time=")[\d.]+'
)
GENERATED = "def generate(random, size):\n    return '7\\n' * size\n"


@pytest.mark.parametrize(
    "words",
    [
        ["run"],
        ["run", "-v"],
        ["run", "mine.py", "--problem", "echo"],
        ["run", "mine.py", "--problem", "echo", "--json", "-"],
        ["run", "mine.py", "--problem", "echo", "--junit", "-"],
        ["run", "--color", "always"],
        ["run", "nothing.py"],
        ["run", "--jobs", "0"],
        ["run", "--help"],
        ["list"],
        ["show", "echo"],
        ["show", "other"],
        ["check"],
        ["mutants"],
        ["stress", "echo.py", "--runs", "3"],
        ["bench", "other"],
        ["nothing"],
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


def test_descriptors_lead_to_the_streams() -> None:
    """What is written past Python's streams is captured, too."""
    script = (
        "import os\nfrom judge import cli\nfrom tests.running import judge\n"
        "cli.main = lambda _: os.write(1, b'out') + os.write(2, b'err') - 6\n"
        "print(judge('list'))\n"
    )
    outcome = start("-c", script)
    assert (outcome.out, outcome.err) == ("Outcome(code=0, out='out', err='err')\n", "")


def test_exit_code_of_help() -> None:
    """Argparse ends the process itself."""
    assert judge("--help").code == 0
