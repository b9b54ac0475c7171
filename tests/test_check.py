"""The command `check`: every kind of fault is found, and this repository has none."""

import hashlib

import pytest

from tests.running import ECHO, GENERATOR, Repository, generated_case

STATEMENT = "# Echo\n\n## Sample\n\n### Input\n\n```text\nhello\n```\n\n### Output\n\n```text\nhello\n```\n"
VALIDATOR = (
    "def validate(text):\n"
    "    for number, line in enumerate(text.split('\\n'), 1):\n"
    "        if '\\t' in line:\n"
    "            raise ValueError('line %d: a tab' % number)\n"
)
BLANKS = '- name: blanks\n  why: blanks are kept\n  stdin: " x \\n"\n  stdout: " x \\n"\n'
STRIPS = "for line in open(0): print(line.strip())\n"
SUBMISSIONS = "problems/echo/submissions"


@pytest.fixture
def proven(repository: Repository) -> Repository:
    """Return a repository without any fault."""
    repository.write("problems/echo/statement.md", STATEMENT)
    repository.write("problems/echo/validator.py", VALIDATOR)
    repository.write("testdata/echo/blanks.yaml", BLANKS)
    repository.write(f"{SUBMISSIONS}/accepted/naive.py", "print(open(0).read(), end='')\n")
    repository.write(f"{SUBMISSIONS}/wrong_answer/strips.py", STRIPS)
    return repository


def faults(repository: Repository) -> list[str]:
    """Return what `check` complains about."""
    outcome = repository.judge("check")
    *lines, _, row = outcome.out.splitlines()
    assert (outcome.code, int(row.split()[-1])) == (bool(lines), len(lines)), outcome.err
    return lines


def test_no_fault(proven: Repository) -> None:
    """A table with the counts, and exit code 0."""
    outcome = proven.judge("check", "echo")
    assert (outcome.code, outcome.err) == (0, "")
    assert [line.split() for line in outcome.out.splitlines()] == [
        ["problem", "cases", "submissions", "faults"],
        ["echo", "2", "3", "0"],
    ]


@pytest.mark.parametrize(
    ("name", "content", "fault"),
    [
        (
            "problems/echo/statement.md",
            STATEMENT.replace("hello\n```\n\n###", "hallo\n```\n\n###"),
            "the blocks below '### Input' and '### Output' in problems/echo/statement.md are not the cases "
            "of sample.yaml; make them equal",
        ),
        (
            "testdata/echo/blanks.yaml",
            BLANKS.replace(" x", "\\tx"),
            "testdata/echo/blanks.yaml:1: 'blanks' breaks the format (line 1: a tab); repair it",
        ),
        (
            "testdata/echo/more.yaml",
            BLANKS.replace("blanks\n", "again\n"),
            "testdata/echo/more.yaml:1: 'again' has the same input as 'blanks'; remove one of them",
        ),
        (
            f"{SUBMISSIONS}/wrong_answer/right.py",
            ECHO,
            f"{SUBMISSIONS}/wrong_answer/right.py should be WA, as its folder says, but is AC; run it with "
            f"'judge run {SUBMISSIONS}/wrong_answer/right.py'",
        ),
        (
            f"{SUBMISSIONS}/accepted/strips.py",
            STRIPS,
            f"{SUBMISSIONS}/accepted/strips.py should be AC, as its folder says, but is WA at 'blanks'; run "
            f"it with 'judge run {SUBMISSIONS}/accepted/strips.py'",
        ),
        (
            f"{SUBMISSIONS}/wrong/strips.py",
            STRIPS,
            f"{SUBMISSIONS}/wrong/strips.py: the folder 'wrong' names no verdict; use one of accepted, "
            "wrong_answer, time_limit_exceeded, memory_limit_exceeded, output_limit_exceeded, "
            "run_time_error, compile_error, judge_error",
        ),
        (
            "testdata/echo/empty.yaml",
            '- name: empty\n  why: nothing\n  stdin: ""\n  stdout: ""\n',
            "testdata/echo/empty.yaml:1: 'empty' catches no wrong submission and no mutant that passes the "
            "sample; remove it, add what it catches, or let 'why' say what it is for, as in 'for speed: ...'",
        ),
    ],
)
def test_fault(proven: Repository, name: str, content: str, fault: str) -> None:
    """What is wrong is said in one sentence, with what to do."""
    proven.write(name, content)
    (found,) = faults(proven)
    assert found.startswith(f"echo: {fault}")


def test_nothing_raw_reaches_the_screen(proven: Repository) -> None:
    """What a validator says of a terminal escape is escaped itself."""
    proven.write(
        "problems/echo/validator.py", "def validate(text):\n    raise ValueError('line 1: ' + text)\n"
    )
    red = BLANKS.replace("blanks\n", "red\n").replace('" x', '"\\e[31m')
    proven.write("testdata/echo/sample.yaml", red)
    assert "\x1b" not in "".join(faults(proven))


def test_a_case_with_a_purpose(proven: Repository) -> None:
    """A case that catches nobody may say what else it is for."""
    proven.write("testdata/echo/empty.yaml", '- name: a\n  why: "for calm: b"\n  stdin: ""\n  stdout: ""\n')
    assert faults(proven) == []


def test_limits_that_are_too_tight(proven: Repository) -> None:
    """Accepted submissions must not need more than half of the time and the memory."""
    waste = "import time\nwhile time.process_time() < 0.25: pass\nkept = bytearray(40 << 20)\n"
    proven.write(f"{SUBMISSIONS}/accepted/slow.py", waste + ECHO)
    proven.write("problems/echo/problem.yaml", "title: E\nsource: t\nlimits: {time: 0.4, memory: 64}\n")
    slow, large = faults(proven)
    assert "slow.py takes 0." in slow
    assert "more than half of the limit of 0.4 s; raise the limit" in slow
    assert "MiB, more than half of the limit of 64 MiB; raise the limit" in large


def test_answers_are_made_anew(proven: Repository) -> None:
    """A pin is compared with what the generator and the naive program say now, not with the cache."""
    proven.write("problems/echo/generator.py", GENERATOR)
    proven.write("testdata/echo/large.yaml", generated_case("ten", 10, "f" * 64))
    (fault,) = faults(proven)
    pin = fault.rpartition(" ")[2]
    assert fault == (
        f"echo: {proven.root}/testdata/echo/large.yaml:1: the answer to 'ten' has another hash; correct the "
        f"generator or the naive program, or write stdout_sha256: {pin}"
    )
    proven.write(
        "testdata/echo/large.yaml", generated_case("ten", 10, pin).replace("a test", '"for size: a test"')
    )
    assert faults(proven) == []
    (stdout,) = (proven.root / ".cache/generated").glob("*/stdout")
    assert hashlib.sha256(stdout.read_bytes()).hexdigest() == pin
    stdout.write_text("spoilt")
    assert faults(proven) == []
    assert hashlib.sha256(stdout.read_bytes()).hexdigest() == pin
