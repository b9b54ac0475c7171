"""Generators, and cases that they make."""

import hashlib
import importlib
import random
import subprocess
import sys
from pathlib import Path

import pytest

from judge.core.problems import Repository as Problems
from judge.tools.generated import CACHE
from tests.conftest import ROOT, TIMEOUT, Repository, interpreters, start

PROBLEMS = Problems(ROOT)
GENERATOR = (
    "def generate(random, size):\n    return ''.join(['%d\\n' % random.randrange(10) for _ in range(size)])\n"
)
DIGEST = """
import hashlib, importlib, itertools, random, sys
sys.path.insert(0, ".")
for problem in sys.argv[1:]:
    generator = importlib.import_module("problems.%s.generator" % problem)
    for size in (1, 7, 300):
        text = generator.generate(random.Random(size), size)
        smaller = "".join(itertools.islice(generator.shrink(text), 50))
        print(hashlib.sha256((text + smaller).encode()).hexdigest())
"""


def case(name: str, size: int, pin: str, seed: int = 1) -> str:
    """Return a case that is generated."""
    recipe = f"{{seed: {seed}, size: {size}}}"
    return f"- name: {name}\n  why: a test\n  generate: {recipe}\n  stdout_sha256: {pin}\n"


@pytest.fixture
def generating(repository: Repository) -> Repository:
    """Return a repository with a generator, a naive program and one generated case."""
    repository.write("problems/echo/generator.py", GENERATOR)
    repository.write("problems/echo/submissions/accepted/naive.py", "print(open(0).read(), end='')\n")
    generator = random.Random(1)
    text = "".join(f"{generator.randrange(10)}\n" for _ in range(100))
    pin = hashlib.sha256(text.encode()).hexdigest()
    repository.write("testdata/echo/large.yaml", case("hundred", 100, pin))
    return repository


@pytest.mark.parametrize("python", interpreters())
def test_same_on_every_interpreter(python: str) -> None:
    """A seed makes the same input, and the same simpler ones, wherever Python runs."""
    printed = [
        subprocess.run(
            [path, "-c", DIGEST, *PROBLEMS.ids], capture_output=True, text=True, cwd=ROOT, timeout=TIMEOUT
        ).stdout
        for path in (python, sys.executable)
    ]
    assert printed[0] == printed[1] != ""


@pytest.mark.parametrize("problem_id", PROBLEMS.ids)
def test_only_the_given_random_is_drawn_from(problem_id: str) -> None:
    """Two generators with the same seed agree, whatever else is drawn in between."""
    generator = importlib.import_module(f"problems.{problem_id}.generator")
    first = generator.generate(random.Random(5), 20)
    random.seed(99)
    assert generator.generate(random.Random(5), 20) == first
    assert generator.generate(random.Random(6), 20) != first


@pytest.mark.parametrize("problem_id", PROBLEMS.ids)
def test_simpler_inputs_come_to_an_end(problem_id: str) -> None:
    """Taking the first simpler input again and again ends, so shrinking does."""
    generator = importlib.import_module(f"problems.{problem_id}.generator")
    for seed in range(20):
        text = generator.generate(random.Random(seed), 3)
        for _ in range(2000):
            simpler = next(iter(generator.shrink(text)), None)
            if simpler is None:
                break
            assert simpler != text
            text = simpler
        else:
            pytest.fail(f"no end: {text}")


def test_a_generated_case_is_judged(generating: Repository) -> None:
    """The generator makes the input, the naive program the answer; later both are kept."""
    for _ in range(2):
        document = generating.document("echo", "--case", "hundred")
        (result,) = document["submissions"][0]["cases"]
        assert (result["verdict"], result["output_bytes"]) == ("AC", 200)
    (kept,) = (generating.root / CACHE).iterdir()
    assert (kept / "stdin").stat().st_size == 200


@pytest.mark.parametrize("name", ["stdin", "stdout", "sha256"])
def test_what_is_kept_is_checked(generating: Repository, name: str) -> None:
    """An input or an answer that has been changed is made again."""
    assert generating.judge("run").code == 0
    (kept,) = (generating.root / CACHE).iterdir()
    right = (kept / name).read_bytes()
    (kept / name).write_bytes(b"1\n")
    assert generating.judge("run").code == 0
    assert (kept / name).read_bytes() == right


@pytest.mark.parametrize(
    ("path", "content"),
    [
        ("echo/generator.py", GENERATOR + "# changed\n"),
        ("common/words.py", "# new\n"),
        ("echo/submissions/accepted/naive.py", "# changed\nprint(open(0).read(), end='')\n"),
    ],
)
def test_what_is_kept_follows_its_sources(generating: Repository, path: str, content: str) -> None:
    """A generator, what it may import, or a naive program that changes makes everything again."""
    assert generating.judge("run").code == 0
    generating.write(f"problems/{path}", content)
    assert generating.judge("run").code == 0
    assert len(list((generating.root / CACHE).iterdir())) == 2


def test_what_is_kept_is_independent_of_other_problems(generating: Repository) -> None:
    """Another problem's generator changes nothing."""
    assert generating.judge("run", "echo").code == 0
    generating.write("problems/other/generator.py", GENERATOR)
    assert generating.judge("run", "echo").code == 0
    assert len(list((generating.root / CACHE).iterdir())) == 1


def test_without_a_pin(generating: Repository) -> None:
    """It is an error that says what to do."""
    path = generating.root / "testdata/echo/large.yaml"
    path.write_text(path.read_text().partition("  stdout_sha256")[0])
    outcome = generating.judge("run")
    assert outcome.code == 2
    assert outcome.err == (
        f"judge: {path}:3:3: 'generate' without 'stdout_sha256'; let 'judge check --pin' add it\n"
    )


def test_a_pin_that_does_not_hold(generating: Repository) -> None:
    """An answer that has drifted is an error with the place, and the right hash."""
    generating.write("problems/echo/submissions/accepted/naive.py", "print('other')\n")
    outcome = generating.judge("run")
    pin = hashlib.sha256(b"other\n").hexdigest()
    assert outcome.code == 2
    assert outcome.err == (
        f"judge: {generating.root}/testdata/echo/large.yaml:1: the answer to 'hundred' has another hash; "
        f"correct the generator or the naive program, or write stdout_sha256: {pin}\n"
    )


@pytest.mark.parametrize(
    ("path", "content", "message"),
    [
        ("generator.py", "", "judge: problems/echo/generator.py: there is no function 'generate'; repair it"),
        (
            "generator.py",
            "1 / 0\n",
            "problems/echo/generator.py:1: ZeroDivisionError: division by zero; repair",
        ),
        (
            "validator.py",
            "def validate(text): raise ValueError('line 1: no')\n",
            "(random.Random(1), 100) makes",
        ),
        ("generator.py", None, "problem 'echo' has no generator: add "),
        (
            "submissions/accepted/naive.py",
            "1 / 0\n",
            "naive.py: run-time error on a generated input: exit code 1 (Zero",
        ),
        ("submissions/accepted/naive.py", None, "submissions/accepted: no naive program; add "),
    ],
)
def test_what_a_generated_case_needs(
    generating: Repository, path: str, content: str | None, message: str
) -> None:
    """What is missing or broken is said in one line, and the exit code is 2."""
    if content is None:
        (generating.root / "problems/echo" / path).unlink()
    else:
        generating.write(f"problems/echo/{path}", content)
    outcome = generating.judge("run")
    assert (outcome.code, outcome.out) == (2, "")
    assert outcome.err.count("\n") == 1
    assert message in outcome.err


def test_pytest_knows_generated_cases(generating: Repository) -> None:
    """The plugin makes them, too."""
    words = ("-m", "pytest", "-p", "judge.tools.pytest_plugin", "-q", "testdata/echo")
    outcome = start(*words, cwd=generating.root)
    assert "2 passed" in outcome.out


def test_where_nothing_can_be_kept(generating: Repository) -> None:
    """A repository that cannot be written to is judged all the same."""
    Path(generating.root / ".cache").write_text("in the way")
    assert generating.judge("run").code == 0
