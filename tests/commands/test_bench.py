"""The command `bench`."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.running import ECHO, GENERATOR, ROOT, Repository, judge

SMALL = ("--size", "50", "--runs", "3")
COLUMNS = ("submission", "bytes", "median", "spread", "CPU", "MB/s", "memory", "ratio")


@pytest.fixture
def timed(repository: Repository) -> Repository:
    """Return a repository with a generator and two right answers."""
    repository.write("problems/echo/generator.py", GENERATOR)
    slow = "import time\ntime.sleep(0.2)\nprint(open(0).read(), end='')\n"
    repository.write("problems/echo/submissions/accepted/naive.py", slow)
    return repository


def problem(repository: Repository, *words: str, code: int = 0) -> Any:
    """Return what the document says of the only problem."""
    outcome = repository.judge("bench", *words, "--json", "-")
    assert outcome.code == code, outcome.err
    (found,) = json.loads(outcome.out)["problems"]
    return found


def test_document(timed: Repository) -> None:
    """Every accepted program, and a file of one's own, is measured on the same input."""
    own = timed.write("mine/echo.py", "print(open(0).read(), end='')\n")
    words = ("--size", "60000", "--runs", "3", "--submission", "mine/echo.py")
    outcome = timed.judge("bench", "echo", *words, "--json", "-")
    assert outcome.code == 0, outcome.err
    document = json.loads(outcome.out)
    assert (document["version"], document["seed"], document["size"], document["runs"]) == (2, 1, 60000, 3)
    (found,) = document["problems"]
    assert (found["problem"], found["input_bytes"], found["input_lines"]) == ("echo", 120000, 60000)
    assert found["copy_s"] > 0
    names = ["solutions/echo.py", "problems/echo/submissions/accepted/naive.py", "mine/echo.py"]
    assert [one["submission"] for one in found["submissions"]] == names
    assert {(one["language"], one["verdict"], one["note"]) for one in found["submissions"]} == {
        ("python", "AC", None)
    }
    assert found["submissions"][2]["source_bytes"] == own.stat().st_size
    figures = [one["figures"] for one in found["submissions"]]
    slow = figures[1]
    assert slow["wall_s"]["min"] >= 0.2
    assert slow["ratio"] > 1
    assert slow["lines_per_s"] == pytest.approx(60000 / slow["wall_s"]["median"])
    assert slow["mb_per_s"] == pytest.approx(0.12 / slow["wall_s"]["median"])
    assert min(one["ratio"] for one in figures) == 1
    assert all(one["memory_bytes"] > 1 << 20 for one in figures)


def test_a_problem_without_a_generator(timed: Repository) -> None:
    """It is left out unless it is named."""
    for path in ("problems/{}/problem.yaml", "problems/{}/statement.md", "solutions/{}.py"):
        timed.write(path.format("other"), (timed.root / path.format("echo")).read_bytes())
    timed.write("testdata/other/sample.yaml", (timed.root / "testdata/echo/sample.yaml").read_bytes())
    outcome = timed.judge("bench", *SMALL)
    assert (outcome.code, outcome.err) == (0, "judge: other is left out: it has no generator\n")
    outcome = timed.judge("bench", "other", *SMALL)
    assert outcome.code == 2
    assert "problem 'other' has no generator: add " in outcome.err


def test_screen(timed: Repository) -> None:
    """On a pipe the table has a header and a line for each program, and there is neither chart nor bar."""
    outcome = timed.judge("bench", *SMALL)
    assert (outcome.code, outcome.err) == (0, "")
    lines = outcome.out.splitlines()
    assert lines[0] == "echo: 50 lines, 100 bytes, 3 runs"
    assert lines[1].startswith("copying the input takes 0.0")
    assert tuple(lines[2].split()) == COLUMNS
    assert lines[3].split()[:2] == ["solutions/echo.py", str(len(ECHO))]
    assert len(lines) == 5


def test_input_of_one_record(timed: Repository) -> None:
    """What is said of an input is what can be counted; a small one tells nothing of rates."""
    timed.write("problems/echo/generator.py", "def generate(random, size):\n    return 'x\\n'\n")
    outcome = timed.judge("bench", "echo", "--runs", "1", "--json", "x.json")
    assert outcome.code == 0, outcome.err
    assert outcome.out.startswith("echo: 1 line, 2 bytes, 1 run\n")
    (found,) = json.loads((timed.root / "x.json").read_text())["problems"]
    for one in found["submissions"]:
        assert (one["figures"]["lines_per_s"], one["figures"]["mb_per_s"]) == (None, None)


def test_arguments(timed: Repository) -> None:
    """A program may read the arguments where cases have some, as it may in those."""
    timed.write(
        "testdata/echo/args.yaml", '- name: a\n  why: a\n  args: ["a"]\n  stdin: ""\n  stdout: "a\\n"\n'
    )
    both = "import sys\nprint(*(sys.argv[1:] or [sys.stdin.read().strip()]))\n"
    for name in ("solutions/echo.py", "problems/echo/submissions/accepted/naive.py"):
        timed.write(name, both)
    timed.write("echo.py", "import sys\nprint(sys.argv[1])\n")
    problem(timed, "--size", "1", "--runs", "1", "--submission", "echo.py")


@pytest.mark.parametrize(
    ("source", "verdict", "note"),
    [
        ("while True:\n    pass\n", "TLE", "time limit exceeded: "),
        ("print(1)\n", "WA", "wrong answer: the text differs"),
        ("1 / 0\n", "RE", "run-time error: exit code 1"),
        ("#" * 50001, "CE", "compile error: 50001 bytes of source, the limit is 50000"),
    ],
    ids=["TLE", "WA", "RE", "CE"],
)
def test_failures_have_no_figures(timed: Repository, source: str, verdict: str, note: str) -> None:
    """A program that fails has a row that says so, and all others are measured."""
    timed.write("mine.py", source)
    words = (*SMALL, "--submission", "mine.py", "--problem", "echo")
    outcome = timed.judge("bench", *words, "--json", "x.json")
    assert (outcome.code, outcome.err) == (1, "")
    *_, row, reason = outcome.out.splitlines()
    assert row.split() == ["mine.py", f"{len(source):,}", verdict, *["-"] * 5]
    assert reason.startswith(f"mine.py: {note}")  # a busy machine may stop it by the clock
    (found,) = json.loads((timed.root / "x.json").read_text())["problems"]
    *others, mine = found["submissions"]
    assert (mine["verdict"], mine["figures"]) == (verdict, None)
    assert all(one["figures"]["wall_s"]["max"] > 0 for one in others)


def test_reference_must_be_right(timed: Repository) -> None:
    """Without the reference solution's answer there is nothing to compare with."""
    timed.write("solutions/echo.py", "1 / 0\n")
    outcome = timed.judge("bench", *SMALL, "--json", "x.json")
    assert (outcome.code, outcome.out) == (2, "")
    assert outcome.err.startswith(
        "judge: solutions/echo.py: run-time error on a generated input: exit code 1"
    )
    assert not (timed.root / "x.json").exists()


def test_large_inputs_have_larger_limits(timed: Repository) -> None:
    """What takes the reference solution longer than the limit may take the others longer, too."""
    timed.write("problems/echo/problem.yaml", "title: Echo\nsource: the tests\nlimits: {time: 0.01}\n")
    found = problem(timed, *SMALL)
    assert [one["verdict"] for one in found["submissions"]] == ["AC", "AC"]


def test_inputs_may_be_larger_than_promised(timed: Repository) -> None:
    """Programs are measured on what the validator refuses, too, and a line says so."""
    timed.write(
        "problems/echo/validator.py", "def validate(text):\n    raise ValueError('line 9: too long')\n"
    )
    outcome = timed.judge("bench", *SMALL)
    assert outcome.code == 0
    assert outcome.err.startswith("judge: echo: the validator refuses this input (line 9: too long); ")
    assert "naive.py" in outcome.out


def test_what_accepted_holds(timed: Repository) -> None:
    """Only programs count, and the folder may be missing."""
    timed.write("problems/echo/submissions/accepted/README.md", "# no program\n")
    assert len(problem(timed, *SMALL)["submissions"]) == 2
    naive: Path = timed.root / "problems/echo/submissions/accepted/naive.py"
    naive.unlink()
    naive.with_name("README.md").unlink()
    naive.parent.rmdir()
    assert len(problem(timed, *SMALL)["submissions"]) == 1


@pytest.mark.parametrize(
    "words",
    [(), ("echo",), ("echo", "echo"), ("--problem", "echo"), ("--submission", "echo.py"), ("--seed", "0")],
    ids=" ".join,
)
def test_choice(timed: Repository, words: tuple[str, ...]) -> None:
    """Problems are named, or those of the files, each once; the seed may be 0."""
    timed.write("echo.py", ECHO)
    assert problem(timed, "--size", "1", "--runs", "1", *words)["problem"] == "echo"


def test_advice_can_be_followed(timed: Repository) -> None:
    """Where the file does not tell its problem, the option that is named is there."""
    timed.write("mine.py", ECHO)
    outcome = timed.judge("bench", *SMALL, "--submission", "mine.py")
    assert outcome.code == 2
    assert "add --problem with one of echo" in outcome.err
    problem(timed, *SMALL, "--submission", "mine.py", "--problem", "echo")


@pytest.mark.long
def test_every_problem_can_be_measured() -> None:
    """All accepted programs of this repository print the same, whatever they read."""
    outcome = judge("bench", "--size", "2", "--runs", "1", cwd=ROOT)
    assert outcome.code == 0, outcome.out + outcome.err
