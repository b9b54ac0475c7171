"""Running the judge in this process, as nearly all tests do, equals a process of its own."""

import os
import re
import signal
import sys
from pathlib import Path

import pytest

from tests.running import ECHO, WRONG, Outcome, Repository

# Times, memory, and the blanks before them.
MEASURED = re.compile(
    r'[ ]+[\d.]+ (s|MiB|a second)\b|(?<=_s": )[\d.]+|(?<="memory_bytes": )\d+|(?<=time=")[\d.]+'
)


@pytest.fixture
def programs(generating: Repository) -> Repository:
    generating.write("mine.py", WRONG)
    generating.write("echo.py", ECHO)
    (generating.root / "testdata/echo/large.yaml").unlink()  # which case is slowest is a matter of chance
    return generating


@pytest.mark.parametrize(
    "words",
    [
        ["run", "mine.py", "--problem", "echo", "--json", "-"],
        ["run", "--color", "always", "-v"],
        ["run", "--help"],
        ["stress", "echo.py", "--runs", "3"],
    ],
    ids=" ".join,
)
def test_same_result(programs: Repository, words: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")  # for argparse, which asks the terminal that pytest runs in
    assert seen(programs.judge(*words)) == seen(programs.judge_alone(*words))


def seen(outcome: Outcome) -> list[object]:
    """An outcome without measured values."""
    return [outcome.code, MEASURED.sub(" ?", outcome.out), MEASURED.sub(" ?", outcome.err)]


def test_nothing_is_left_behind(programs: Repository) -> None:
    """Signals, descriptors, streams, folder, environment and modules are restored."""

    def state() -> list[object]:
        handlers = [signal.getsignal(number) for number in range(1, 32)]
        modules = sorted(name for name in sys.modules if name.startswith("problems"))
        process = [Path.cwd(), dict(os.environ), sys.argv, sys.orig_argv, list(sys.path)]
        streams = [(one, os.fstat(one.fileno()).st_ino) for one in (sys.__stdout__, sys.__stderr__) if one]
        opened = len(list(Path("/proc/self/fd").iterdir()))
        return [handlers, modules, process, streams, opened, sys.stdout, sys.stderr]

    programs.judge("stress", "echo.py", "--runs", "3")  # opens files that stay open
    before = state()
    assert programs.judge("stress", "echo.py", "--runs", "3", env={**os.environ, "X": "y"}).code == 0
    assert state() == before
