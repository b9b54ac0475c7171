"""The command `stress`: search, shrink, show, save."""

import re

import pytest

from judge.core.judging import Runner
from judge.core.model import Case, CaseResult, Verdict
from judge.sandbox import Limits, Run
from tests import inside
from tests.running import CASE, GENERATOR, NAIVE, PROBLEM, Repository, judge

SHRINK = """

def shrink(text):
    lines = text.splitlines(True)
    for i in range(len(lines)):
        yield "".join(lines[:i] + lines[i + 1 :])
"""
# Wrong whenever a 7 follows anything.
WRONG = "text = open(0).read()\nprint(text.replace('\\n7', '\\n8'), end='')\n"
NO_SEVEN = "def validate(text):\n    if '7' in text: raise ValueError('line 1: a 7')\n"
RIGHT = "print(open(0).read(), end='')\n"


def made(text: str) -> str:
    """A generator that makes one text only, and can shrink."""
    return f"def generate(random, size):\n    return {text!r}\n{SHRINK}"


@pytest.fixture
def stressed(repository: Repository, monkeypatch: pytest.MonkeyPatch) -> Repository:
    inside.unhurried(monkeypatch)
    repository.write_files({"problems/echo/generator.py": GENERATOR + SHRINK, NAIVE: RIGHT})
    return repository


def test_smallest_input(stressed: Repository) -> None:
    """Two lines show the mistake, and the same seed finds the same, by a command that can be pasted."""
    stressed.write("-e.py", WRONG)
    words = ("stress", "--problem", "echo", "--seed", "5", "--", "-e.py")
    first, second = (judge(*words, cwd=stressed.root) for _ in range(2))
    assert first.code == 1
    assert " stress ./-e.py --" in first.out
    explained = first.out.partition("\nfound in ")[0]
    assert explained == second.out.partition("\nfound in ")[0]
    assert explained.startswith("WA found  -e.py\n    reason ")
    assert "         2 \u2502 7\u23ce\n" in explained
    assert "         2 \u2502 8\u23ce\n" in explained
    assert "         3 \u2502" not in explained
    assert "shrunk from " in first.out


def test_save(stressed: Repository) -> None:
    """The input found is added once, behind the other cases, where comments stay; --out writes it, too."""
    stressed.write_files({"problems/echo/generator.py": made("1\n7\n"), "echo.py": WRONG})
    kept = '# mine\n- name: found_1 # first\n  why: x\n  stdin: "a"\n  stdout: "a"\n'
    path = stressed.write("testdata/echo/found.yaml", kept)
    outcome = stressed.judge("stress", "echo.py", "--save", "--out", "in.txt")
    assert outcome.out.endswith(f"added found_2 to {path}\n")
    assert (stressed.root / "in.txt").read_text() == "1\n7\n"
    saved = path.read_text()
    assert saved.startswith(kept)
    outcome = stressed.judge("stress", "echo.py", "--save", "--seed", "2")
    assert outcome.out.endswith(f"nothing added: 'found_2' in {path} has this input\n")
    assert path.read_text() == saved
    assert stressed.judge("run", "echo.py", "--case", "found_2").code == 1
    path.write_text(laid_out := '[{name: a, why: x, stdin: "a", stdout: "a"}]\n')
    outcome = stressed.judge("stress", "echo.py", "--save")
    assert (outcome.code, path.read_text()) == (2, laid_out)
    assert outcome.err.startswith(f"judge: {path}: no case is added ({path}:2:1: ")
    path.write_text('- name: kept\n  why: x\n  stdin: "a"\n  stdout: |2+\n     a\n\n')
    assert stressed.judge("stress", "echo.py", "--save").out.endswith(f"added found_1 to {path}\n")
    assert stressed.judge("case", "echo", "kept", "--answer").out == " a\n\n"


def test_arguments(stressed: Repository) -> None:
    """Where cases have arguments, an input is passed both ways, and saved so."""
    one_line = GENERATOR.replace("range(size)", "range(1)") + "\n\ndef shrink(text):\n    return []\n"
    stressed.write(NAIVE, "import sys\nprint(sys.argv[1] if sys.argv[1:] else input())\n")
    stressed.write("problems/echo/generator.py", one_line)
    stressed.write("testdata/echo/more.yaml", CASE.replace("hello", "args") + '  args: ["hello"]\n')
    stressed.write("echo.py", "print(min(int(input()), 5))\n")
    outcome = stressed.judge("stress", "echo.py", "--save").exits(1)
    assert re.search(r"^    args     '(\d)'\n    stdin    \1⏎$", outcome.out, re.MULTILINE)
    saved = (stressed.root / "testdata/echo/found.yaml").read_text()
    assert "yaml-language-server" not in saved  # this repository has no schemas
    assert re.search(r'^  args:\n  - "\d"\n  stdin: \|\n    \d\n  stdout: \|\n    \d\n$', saved, re.MULTILINE)
    assert stressed.document("echo.py", "--case", "found_1")["submissions"][0]["verdict"] == "WA"


def test_no_difference(stressed: Repository) -> None:
    """A right program passes all inputs; no input in no time, or no generator, is something else."""
    stressed.write("echo.py", RIGHT)
    outcome = stressed.judge("stress", "echo.py", "--runs", "12")
    assert (outcome.code, outcome.out.partition(", ")[0]) == (0, "no difference found: 12 inputs")
    outcome = stressed.judge("stress", "echo.py", "--seconds", "0.0001")
    assert outcome.refusal.startswith("no input was tried in 0.0001 s; increase --seconds")
    (stressed.root / "problems/echo/generator.py").unlink()
    assert stressed.judge("stress", "echo.py").refusal.startswith("problem 'echo' ")


@pytest.mark.long
def test_two_programs(stressed: Repository) -> None:
    """They are compared with one another; one that fails is shown, and no mistake of the repository."""
    stressed.write(NAIVE, "1 / 0\n")
    stressed.write_files({"a.py": WRONG, "b.py": RIGHT, "c.py": "1 / 0\n"})
    outcome = stressed.judge("stress", "a.py", "b.py", "--problem", "echo")
    assert (outcome.code, outcome.err) == (1, "")
    assert outcome.out.startswith("WA found  a.py\n") and " stress a.py b.py --" in outcome.out
    assert stressed.judge("stress", "b.py", "b.py", "-p", "echo", "--runs", "9").code == 0
    outcome = stressed.judge("stress", "a.py", "c.py", "--problem", "echo")
    assert (outcome.code, outcome.out.split("\n")[0], outcome.err) == (1, "RE found  c.py", "")
    outcome = stressed.judge("stress", "b.py", "c.py", "-p", "echo", "--save", "--out", "x").exits(2)
    assert NAIVE in outcome.err and (stressed.root / "x").exists()  # the oracle fails, too: nothing to save
    stressed.write(NAIVE, RIGHT)
    stressed.judge("stress", "b.py", "a.py", "--problem", "echo", "--save").exits(1)
    assert stressed.document("b.py", "-p", "echo", "-k", "found_1")["submissions"][0]["verdict"] == "AC"


PROBLEM_YAML, PROGRAM = "problems/echo/problem.yaml", "echo.py"
MAKER, VALIDATOR = "problems/echo/generator.py", "problems/echo/validator.py"
ENDLESS = f"{GENERATOR}\n\ndef shrink(text):\n    while True: yield 'x'\n"
NO_SHRINK = "def generate(random, size):\n    return '1 2 7 3\\n4 5\\n6\\n8 9\\n'\n"
NO_SEVEN_FIRST = "def validate(text):\n    if text[:1] == '7': raise ValueError\n"
THREE_WORDS = "def validate(text):\n    if len(text.split()) < 3: raise ValueError\n"
REPLACES = "print(open(0).read().replace({!r}, {!r}), end='')\n"
INVALID = r"generate\(random.Random\('1\.\d+'\), \d\) makes an invalid input \(line 1: a 7\); correct "
# Files, and the exit code; the beginning and the end of stdout, and stderr, as patterns.
SEARCHES: dict[str, tuple[dict[str, str], int, str, str, str]] = {
    "no smaller input with another verdict is taken for a crash": (
        {MAKER: made("1\n7\n7\n"), PROGRAM: "if open(0).read().count('7') > 1: 1 / 0\nprint('wrong')\n"},
        *(1, r"RE found  echo\.py", "; shrunk from 6 to 4 bytes\n", ""),
    ),
    "a smaller input that crashes the validator is left out, with a line": (
        {MAKER: made("1\n7\n"), VALIDATOR: "def validate(text):\n    text.splitlines()[1]\n", PROGRAM: WRONG},
        *(1, "WA found", "; shrunk from 4 to 4 bytes\n", f"judge: {VALIDATOR}:2: IndexError: .*\n"),
    ),
    "an input of the generator that is invalid is not tried, and has its recipe": (
        {VALIDATOR: NO_SEVEN, PROGRAM: WRONG},
        *(2, "", "", f"judge: {MAKER}: {INVALID}the generator or the validator\n"),
    ),
    "shrinking does not leave the format": (
        {MAKER: made("1\n7\n2\n7\n"), VALIDATOR: NO_SEVEN_FIRST, PROGRAM: REPLACES.format("7", "8")},
        *(1, "WA found", "; shrunk from 8 to 4 bytes\n", ""),
    ),
    "a failure is shown even among endlessly many invalid inputs": (
        {MAKER: ENDLESS, VALIDATOR: NO_SEVEN.replace("7", "x"), PROGRAM: WRONG},
        *(1, "WA found", "; shrunk from ([0-9]+) to \\1 bytes\n", ""),
    ),
    "a failure is shown even if the generator fails to shrink": (
        {MAKER: made("1\n7\n") + "\n\ndef shrink(text):\n    1 / 0\n", PROGRAM: WRONG},
        *(1, "WA found", "; shrunk from 4 to 4 bytes\n", f"judge: {MAKER}:[0-9]+: ZeroDivisionError: .*\n"),
    ),
    "where the generator cannot shrink, lines and words go where the validator agrees": (
        {MAKER: NO_SHRINK, VALIDATOR: THREE_WORDS, PROGRAM: REPLACES.format("7 ", "7")},
        *(1, "WA found", "; shrunk from 18 to 6 bytes\n", ""),
    ),
    "an oracle that does not compile is no failure of a run": (
        {NAIVE: "def (\n", PROGRAM: RIGHT},
        *(2, "", "", f"judge: {NAIVE}: compile error: (.|\n)*; repair it\n"),
    ),
    "an oracle that fails is blamed, with its verdict and the input": (
        {NAIVE: "1 / 0\n", PROGRAM: RIGHT},
        *(2, f"RE found  {NAIVE}(.|\n)*\n    stdin    ", ""),
        f"judge: {NAIVE} fails on this valid input; repair it: the oracle must be correct\n",
    ),
    "inputs on which the oracle fails are not smaller ones": (
        {MAKER: made("1\n7\n"), NAIVE: "print(int(input()) > 0)\n", PROGRAM: WRONG},
        *(1, "WA found", "; shrunk from 4 to 2 bytes\n", ""),
    ),
    "the limit of time, which is meant for large inputs, is not waited for": (
        {PROBLEM_YAML: PROBLEM.replace("1}", "1000}"), MAKER: made(""), PROGRAM: "while True: pass\n"},
        *(1, "TLE found", "", ""),
    ),
}


@pytest.mark.parametrize(
    "title",
    [pytest.param(one, marks=[pytest.mark.long] * ("endless" in one or "limit" in one)) for one in SEARCHES],
)
def test_search(stressed: Repository, title: str) -> None:
    files, code, first, last, err = SEARCHES[title]
    stressed.write_files(files)
    outcome = stressed.judge("stress", "echo.py", "--seconds", "1", "--jobs", "1")
    assert outcome.code == code
    assert re.match(first, outcome.out) and re.search(f"{last}$", outcome.out)
    assert re.fullmatch(err, outcome.err)


@pytest.mark.parametrize("program", ["echo.py", NAIVE])
def test_a_judge_error(stressed: Repository, monkeypatch: pytest.MonkeyPatch, program: str) -> None:
    """It is no difference, and no fault of the oracle."""
    stressed.write("echo.py", RIGHT)
    attempt = Runner.attempt

    def without_room(runner: Runner, case: Case, limits: Limits) -> CaseResult:
        if runner.submission.target != program:
            return attempt(runner, case, limits)
        return CaseResult(case, Verdict.JE, Run(fault="no room"), "no room")

    monkeypatch.setattr(Runner, "attempt", without_room)
    outcome = stressed.judge("stress", "echo.py", "--runs", "9")
    assert outcome.refusal == f"{program}: judge error: no room; try again\n"


def test_a_program_that_does_not_compile(stressed: Repository) -> None:
    """It is shown as `run` shows it, and nothing is searched."""
    stressed.write("echo.py", "print(\n")
    outcome = stressed.judge("stress", "echo.py")
    assert (outcome.code, outcome.err) == (1, "")
    assert outcome.out.startswith("CE echo.py  compile error\n")
    assert outcome.out.rstrip("\n") in stressed.judge("run", "echo.py").out
