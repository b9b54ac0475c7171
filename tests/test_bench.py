"""The command `bench`."""

import json

import pytest

from tests.running import GENERATOR, Repository

SMALL = ("--size", "50", "--runs", "3")


@pytest.fixture
def racing(repository: Repository) -> Repository:
    """Return a repository with a generator and two right answers."""
    repository.write("problems/echo/generator.py", GENERATOR)
    slow = "import time\ntime.sleep(0.2)\nprint(open(0).read(), end='')\n"
    repository.write("problems/echo/submissions/accepted/naive.py", slow)
    return repository


def test_document(racing: Repository) -> None:
    """Every accepted answer, and a file of one's own, is measured on the same input."""
    racing.write("mine/echo.py", "print(open(0).read(), end='')\n")
    outcome = racing.judge("bench", "echo", *SMALL, "--submission", "mine/echo.py", "--json", "-")
    assert outcome.code == 0, outcome.err
    document = json.loads(outcome.out)
    assert (document["version"], document["seed"], document["size"], document["runs"]) == (1, 1, 50, 3)
    (problem,) = document["problems"]
    assert (problem["problem"], problem["input_bytes"]) == ("echo", 100)
    assert problem["copy_s"] > 0
    names = ["solutions/echo.py", "problems/echo/submissions/accepted/naive.py", "mine/echo.py"]
    assert [one["submission"] for one in problem["submissions"]] == names
    slow = problem["submissions"][1]
    assert slow["wall_s"]["min"] >= 0.2
    assert slow["ratio"] > 1
    assert slow["records_per_s"] == pytest.approx(50 / slow["wall_s"]["median"])
    assert slow["mb_per_s"] == pytest.approx(0.0001 / slow["wall_s"]["median"])
    assert min(one["ratio"] for one in problem["submissions"]) == 1
    assert all(one["memory_bytes"] > 1 << 20 for one in problem["submissions"])


def test_screen(racing: Repository) -> None:
    """On a pipe the table has a header and a line for each program, and there is no chart."""
    outcome = racing.judge("bench", *SMALL)
    assert outcome.code == 0, outcome.err
    lines = outcome.out.splitlines()
    assert lines[0] == "echo: 50 records, 0.0 MB, 3 runs"
    assert lines[1].startswith("copying the input takes 0.0")
    columns = ("submission", "median", "spread", "CPU", "records/s", "MB/s", "memory", "ratio")
    assert tuple(lines[2].split()) == columns
    assert len(lines) == 5


def test_input_of_one_record(racing: Repository) -> None:
    """Where the input is one record, whatever its size, no other number and no false rate is shown."""
    racing.write("problems/echo/generator.py", "def generate(random, size):\n    return 'x\\n'\n")
    outcome = racing.judge("bench", "echo", *SMALL, "--json", "x.json")
    assert outcome.code == 0, outcome.err
    assert outcome.out.startswith("echo: 0.0 MB, 3 runs\n")
    document = json.loads((racing.root / "x.json").read_text())
    assert [one["records_per_s"] for one in document["problems"][0]["submissions"]] == [None, None]


def test_answers_must_be_equal(racing: Repository) -> None:
    """Nothing is timed before all outputs are the same."""
    racing.write("echo.py", "print(1)\n")
    outcome = racing.judge("bench", *SMALL, "--submission", "echo.py")
    assert (outcome.code, outcome.out) == (2, "")
    expected = "judge: echo: solutions/echo.py and echo.py print different answers; judge them first\n"
    assert outcome.err == expected


def test_failures_are_not_timed(racing: Repository) -> None:
    """A program that fails is named with its verdict."""
    racing.write("echo.py", "1 / 0\n")
    outcome = racing.judge("bench", *SMALL, "--submission", "echo.py", "--json", "x.json")
    assert outcome.code == 2
    assert outcome.err == "judge: echo.py: run-time error on a generated input: exit code 1; judge it first\n"
    assert not (racing.root / "x.json").exists()
