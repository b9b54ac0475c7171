"""The command `bench`."""

import json
from hashlib import sha256

import pytest

from judge.authoring import timing
from judge.sandbox import Limits, Run
from tests.running import ECHO, GENERATOR, NAIVE, PROBLEM, Repository, generated_case

SMALL = ("--size", "1", "--runs", "1")
SHELL = "sh: {title: sh, suffixes: [.sh], version: [sh], run: [sh, '{source}', '{memory}']}\n"
PAUSE = 0.05  # s that the naive program sleeps


@pytest.fixture
def timed(repository: Repository) -> Repository:
    repository.write("problems/echo/generator.py", GENERATOR)
    repository.write(NAIVE, f"import time\ntime.sleep({PAUSE})\nprint(open(0).read(), end='')\n")
    return repository


def test_document(timed: Repository) -> None:
    """Every accepted program, and a file of one's own, is measured on the same input; a table shows it."""
    own = timed.write("mine/echo.py", "print(open(0).read(), end='')\n")
    words = ("--size", "60000", "--runs", "2", "mine/echo.py")
    shown = timed.judge("bench", "echo", *words, "--json", "x.json").success
    first, copying, header, row, *others = shown.splitlines()
    assert first == "echo: 60,000 lines, 120,000 bytes, 2 runs"
    assert copying.startswith("copying the input takes ")
    assert header.split() == ["submission", "bytes", "median", "spread", "CPU", "MB/s", "memory", "ratio"]
    assert (row.split()[:2], len(others)) == (["solutions/echo.py", str(len(ECHO))], 2)
    document = json.loads((timed.root / "x.json").read_text())
    assert (document["version"], document["seed"], document["size"], document["runs"]) == (2, 1, 60000, 2)
    (found,) = document["problems"]
    assert (found["problem"], found["input_bytes"], found["input_lines"]) == ("echo", 120000, 60000)
    assert found["copy_s"] > 0
    assert [one["submission"] for one in found["submissions"]] == ["solutions/echo.py", NAIVE, "mine/echo.py"]
    assert {(one["language"], one["verdict"]) for one in found["submissions"]} == {("python", "AC")}
    assert found["submissions"][2]["source_bytes"] == own.stat().st_size
    _, slow, _ = figures = [one["figures"] for one in found["submissions"]]
    assert slow["wall_s"]["min"] >= PAUSE
    assert slow["lines_per_s"] == pytest.approx(60000 / slow["wall_s"]["median"])
    assert slow["mb_per_s"] == pytest.approx(0.12 / slow["wall_s"]["median"])
    fastest = min(one["wall_s"]["median"] for one in figures)
    assert [one["ratio"] for one in figures] == [one["wall_s"]["median"] / fastest for one in figures]
    assert all(one["memory_bytes"] > 1 << 20 for one in figures)


def test_a_problem_without_a_generator(timed: Repository) -> None:
    """It is left out unless it is named."""
    timed.problem("other")
    assert timed.judge("bench", *SMALL).exits(0).err == "judge: other is left out: it has no generator\n"
    assert timed.judge("bench", "other", *SMALL).refusal


def test_arguments(timed: Repository) -> None:
    """A program may read the arguments where cases have some, as it may in those."""
    timed.write("testdata/echo/args.yaml", '- {name: a, why: a, args: ["a"], stdin: "", stdout: "a\\n"}\n')
    for name in ("solutions/echo.py", NAIVE):
        timed.write(name, "import sys\nprint(*(sys.argv[1:] or [sys.stdin.read().strip()]))\n")
    timed.write("echo.py", "import sys\nprint(sys.argv[1])\n")
    assert timed.judge("bench", *SMALL, "echo.py").code == 0


FAILURES = {
    "endless.py": ("import time\ntime.sleep(600)\n", "TLE", "time limit exceeded: "),
    "wrong.py": ("print(1)\n", "WA", "wrong answer: the text differs"),
    "crash.py": ("1 / 0\n", "RE", "run-time error: exit code 1"),
    "long.py": ("#" * 50001, "CE", "compile error: "),
}


def test_failures_have_no_figures(timed: Repository) -> None:
    """A program that fails has a row that says so, and all others are measured."""
    timed.write("problems/echo/problem.yaml", PROBLEM.replace("1}", "1, wall: 1}"))
    timed.write_files({name: source for name, (source, _, _) in FAILURES.items()})
    outcome = timed.judge("bench", *SMALL, "--problem", "echo", "--json", "x.json", *FAILURES)
    assert (outcome.code, outcome.err) == (1, "")
    assert outcome.out.startswith("echo: 1 line, 2 bytes, 1 run\n")
    lines = outcome.out.splitlines()
    (found,) = json.loads((timed.root / "x.json").read_text())["problems"]
    reference, naive, *failed = found["submissions"]
    for figures in (reference["figures"], naive["figures"]):
        assert figures["wall_s"]["max"] > 0
        assert (figures["lines_per_s"], figures["mb_per_s"]) == (None, None)  # of such a small input
    for (name, (source, verdict, note)), one in zip(FAILURES.items(), failed, strict=True):
        assert (one["submission"], one["verdict"], one["figures"]) == (name, verdict, None)
        assert [name, f"{len(source):,}", verdict, *["-"] * 5] in [line.split() for line in lines]
        assert any(line.startswith(f"{name}: {note}") for line in lines)


def test_reference_must_be_right(timed: Repository) -> None:
    """Without the reference solution's answer there is nothing to compare with, which the document says."""
    timed.write("solutions/echo.py", "1 / 0\n")
    assert timed.judge("bench", *SMALL, "--json", "x.json").refusal.startswith("solutions/echo.py: ")
    document = json.loads((timed.root / "x.json").read_text())
    assert (document["problems"], len(document["faults"])) == ([], 1)


def test_no_language_is_installed(timed: Repository) -> None:
    both = "{}: {{title: X, suffixes: [{}], version: [absent], run: ['{{source}}']}}\n"
    timed.write("languages.yaml", both.format("python", ".none") + both.format("x", ".py"))
    assert "judge: echo: none of its accepted programs can run here; " in timed.judge("bench", *SMALL).err


def test_larger_than_promised(timed: Repository) -> None:
    """An input that the validator refuses is used, in a line that says so."""
    timed.write("problems/echo/validator.py", "def validate(text):\n    raise ValueError('line 9: long')\n")
    outcome = timed.judge("bench", *SMALL).exits(0)
    assert outcome.err.startswith("judge: echo: the validator rejects this input (line 9: long); ")
    assert "naive.py" in outcome.out


def test_commands_have_the_limits_in_force(timed: Repository) -> None:
    """A heap of the problem's 256 MiB may be too small for an oracle, or the input of `bench`."""
    timed.write("languages.yaml", SHELL)
    (timed.root / NAIVE).rename(timed.root / NAIVE.replace(".py", ".sh"))
    timed.write(NAIVE.replace(".py", ".sh"), "test $1 -gt 256 && echo 7\n")
    timed.write("solutions/echo.py", "text = b'7' * (40 << 20)\nprint(7)\n")
    timed.write("testdata/echo/large.yaml", generated_case("large", 1, sha256(b"7\n").hexdigest()))
    for words in [("run", "-k", "large"), ("stress", "solutions/echo.py", "--runs", "1"), ("bench", *SMALL)]:
        timed.judge(*words).exits(0)


def test_limits_of_a_large_input() -> None:
    """They are those of the problem, or ten times as much as the reference solution needs, up to 2 GiB."""
    limits, run = Limits(1, 3, 100, 10), Run(cpu_s=2, memory_bytes=50, output_bytes=6)
    assert timing.sensible_limits(limits, Run(cpu_s=0.01, memory_bytes=5, output_bytes=2)) == limits
    assert timing.sensible_limits(limits, run) == Limits(20, 41, 500, 12)
    assert timing.sensible_limits(limits, Run(memory_bytes=1 << 40)).memory == 2 << 30


def test_choice(timed: Repository) -> None:
    """A problem named twice is timed once, and a file with its problem; neither needs other submissions."""
    (timed.root / NAIVE).unlink()
    timed.write("mine.py", ECHO)
    timed.problem("other")
    for words in ("echo echo", "mine.py --problem echo"):
        (found,) = json.loads(timed.judge("bench", *SMALL, *words.split(), "--json", "-").out)["problems"]
        assert (found["problem"], len(found["submissions"])) == ("echo", 1 + words.count(".py"))
