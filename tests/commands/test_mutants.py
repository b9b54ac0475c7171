"""The command `mutants`: changes that the test data must notice, and its report."""

import json

import pytest

from judge.authoring import mutants
from judge.sandbox import Limits
from tests.core.test_yaml import valid
from tests.running import Repository

# Answers with the larger of two numbers; `limit` is never reached.
LARGER = "a, b = map(int, input().split())\nlimit = 10 ** 9\nprint(a if a > b else b)\n"
BOTH_WAYS = (("first", "2 1\n", "2\n"), ("second", "1 3\n", "3\n"))
RECORDS = "problems/echo/equivalent_mutants.yaml"


def record(line: str, mutant: str, proof: str = "a proof") -> str:
    return f"- line: |-\n    {line}\n  mutant: |-\n    {mutant}\n  proof: {proof}\n"


@pytest.fixture
def larger(repository: Repository) -> Repository:
    repository.write("solutions/echo.py", LARGER)
    repository.cases(*BOTH_WAYS)
    return repository


def survivors(repository: Repository, *words: str) -> list[str]:
    """The changed lines of mutants that no case notices, and are not proven to be right."""
    report = repository.judge("mutants", *words, "--json", "-").exits(0, 1).out
    (submission,) = json.loads(report)["submissions"]
    alive = [one for one in submission["mutants"] if one["case"] is None and one["proof"] is None]
    assert submission["survived"] == len(alive)
    return [one["after"] for one in alive]


def test_a_file_of_ones_own(larger: Repository) -> None:
    """Its problem is named; records do not apply to it."""
    larger.write(RECORDS, record("limit = 10 ** 8", "limit = 10 ** 7"))
    larger.write("mine.py", "print(max(map(int, input().split())))\n")
    assert larger.judge("mutants", "mine.py").code == 2
    assert survivors(larger, "mine.py", "--problem", "echo") == []


@pytest.mark.parametrize("missing", ["problems/{}/problem.yaml", "right answers"])
@pytest.mark.parametrize("command", ["bench", "mutants"])
def test_one_unfinished_problem(larger: Repository, command: str, missing: str) -> None:
    """It is named, and does not keep the others from being tried."""
    for name in ("echo", "a"):
        larger.write(f"problems/{name}/generator.py", "def generate(random, size):\n    return '1 2\\n'\n")
    larger.problem("a")
    larger.write("solutions/a.py", "raise SystemExit(1)\n")
    if (path := larger.root / missing.format("a")).exists():
        path.unlink()
    outcome = larger.judge(command, *("--size", "1", "--runs", "1") if command == "bench" else ())
    assert (outcome.code, outcome.err.count("\n")) == (2, 1)
    assert "problems/a" in outcome.err or "solutions/a" in outcome.err
    assert "solutions/echo.py" in outcome.out


def test_screen(larger: Repository) -> None:
    """A survivor is shown as its line with the change; the score follows."""
    outcome = larger.judge("mutants").exits(1)
    change = "    - print(a if a > b else b)\n    + print(a if a >= b else b)\n\n"
    assert f"solutions/echo.py:3: survives all test data\n{change}" in outcome.out
    header, row = outcome.out.splitlines()[-2:]
    assert header.split() == ["problem", "submission", "mutants", "killed", "equivalent", "survive", "score"]
    assert row.split() == ["echo", "solutions/echo.py", "13", "6", "0", "7", "46", "%"]
    assert "killed by" not in outcome.out
    assert "solutions/echo.py:3: killed by first\n" in larger.judge("mutants", "--show").out


def test_records(larger: Repository) -> None:
    """With a proof for each survivor the score is 100 %, and the exit code 0; a missing case lowers it."""
    # The limit of the source is the program's: a mutant may be longer.
    limits = f"{{time: 1, source: {len(LARGER)}}}"
    larger.write("problems/echo/problem.yaml", f"title: E\nsource: t\nlimits: {limits}\n")
    _, limit, answer = LARGER.splitlines()
    mutants = survivors(larger)
    powers = ("10 * 9", "11 ** 9", "9 ** 9", "10 ** 10", "10 ** 8")
    expected = ["pass", *(f"limit = {power}" for power in powers), "print(a if a >= b else b)"]
    assert sorted(mutants) == sorted(expected)
    entries = [record(answer if after.startswith("print") else limit, after) for after in mutants]
    larger.write(RECORDS, "".join(entries))
    outcome = larger.judge("mutants").exits(0)
    assert outcome.out.splitlines()[-1].split()[2:] == ["13", "6", "7", "0", "100", "%"]
    larger.cases(BOTH_WAYS[0])
    assert survivors(larger) == ["print(a if True else b)"]


NO_LONGER = "1:3: no surviving mutant matches this record; remove the record, or correct it\n"


def test_bad_records(larger: Repository) -> None:
    """Refused with its place, by the schema as well; one that fits no more, behind all that was found out."""
    for content, place in [
        (record("limit = 10 ** 8", "limit = 10 ** 7"), NO_LONGER),  # the line has been changed since
        (record("print(a if a > b else b)", "print(a if a <= b else b)"), NO_LONGER),  # a case notices it
        ("- line: a\n  mutant: b\n", "1:3: "),
        (record("a", "b") + "  prof: c\n", "6:3: "),
        ("[]\n", "1:1: "),
        ("- line: 1\n  mutant: b\n  proof: c\n", "1:9: "),
    ]:
        path = larger.write(RECORDS, content)
        outcome = larger.judge("mutants", "--json", "x")
        assert (outcome.code, outcome.err.startswith(f"judge: {path}:{place}")) == (2, True)
        assert json.loads((larger.root / "x").read_text())["faults"][0] in outcome.err
        assert valid("equivalent_mutants", content) == bool(outcome.out) == (place == NO_LONGER)


def test_unfit_submission(larger: Repository) -> None:
    """A program that is wrong itself, or not Python, is refused in one line."""
    for name, source, message in [
        ("echo.py", "print(1)\n", "echo.py: it fails at 'first'; judge it first"),
        ("echo.py", "print(\n", "echo.py:1: '(' was never closed in Python 3."),
        ("echo.cpp", "int main() {}\n", "echo.cpp: only Python programs can be mutated; name a .py file"),
    ]:
        larger.write(name, source)
        assert larger.judge("mutants", name).refusal.startswith(message)


def test_what_is_hard_to_compile(larger: Repository, monkeypatch: pytest.MonkeyPatch) -> None:
    """Python compiles each `finally` twice: of 20 in one another, the last a million times."""
    monkeypatch.setattr(mutants, "GENEROUS", Limits(time=10, wall=30, memory=64 << 20, output=1 << 20))
    nested = "".join(f"{number * ' '}try: x\n{number * ' '}finally:\n" for number in range(20))
    larger.write("echo.py", f"{nested}{20 * ' '}x\n")
    assert "no mutants could be made: more than 64 MiB of m" in larger.judge("mutants", "echo.py").refusal
    larger.write("echo.py", f"NUMBER = 0x{4000 * 'f'}  # with more digits than Python prints\n{LARGER}")
    assert larger.judge("mutants", "echo.py").exits(1).err == ""


def test_nothing_to_mutate(larger: Repository) -> None:
    larger.write("echo.py", f"# coding: latin-1\n{LARGER}")
    outcome = larger.judge("mutants", "echo.py", "absent", "--json", "-").exits(2)
    absent, latin = json.loads(outcome.out)["faults"]
    assert (outcome.err.splitlines()[0], latin.split(":")[0]) == (f"judge: {absent}", "echo.py")


@pytest.mark.long
def test_a_mutant_that_never_ends(larger: Repository) -> None:
    """An endless mutant is killed by the clock; one that ends and is right survives."""
    source = "a, b = map(int, input().split())\nwhile a < b:\n    a += 1\nprint(a)\n"
    larger.write("solutions/echo.py", source)
    assert survivors(larger) == ["a += 2"]
