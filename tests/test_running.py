"""Running the judge in this process, as nearly all tests do, equals a process of its own."""

import re

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
        ["run", "mine.py", "--problem", "echo", "--color", "always", "-v"],
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
