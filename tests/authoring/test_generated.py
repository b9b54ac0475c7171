"""Generators, and cases that they make."""

import hashlib
import random
import subprocess
import sys
from pathlib import Path

import pytest

from tests import inside
from tests.interpreters import EVERY
from tests.running import CASE, GENERATOR, ROOT, TIMEOUT, Repository, generated_case, start

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


@pytest.fixture
def generating(repository: Repository) -> Repository:
    """Return a repository with a generator, a naive program and one generated case."""
    repository.write("problems/echo/generator.py", GENERATOR)
    repository.write("problems/echo/submissions/accepted/naive.py", "print(open(0).read(), end='')\n")
    generator = random.Random(1)
    text = "".join(f"{generator.randrange(10)}\n" for _ in range(100))
    pin = hashlib.sha256(text.encode()).hexdigest()
    repository.write("testdata/echo/large.yaml", generated_case("hundred", 100, pin))
    return repository


@pytest.mark.parametrize("python", EVERY, indirect=True)
def test_same_on_every_interpreter(python: str) -> None:
    """A seed makes the same input, and the same simpler ones, wherever Python runs."""
    printed = [
        subprocess.run(
            [path, "-c", DIGEST, *inside.PROBLEM_IDS],
            capture_output=True,
            text=True,
            cwd=ROOT,
            timeout=TIMEOUT,
        ).stdout
        for path in (python, sys.executable)
    ]
    assert printed[0] == printed[1] != ""


def test_a_generated_case_is_judged(generating: Repository) -> None:
    """The generator makes the input, the naive program the answer; the second time both are recalled."""
    for _ in range(2):
        document = generating.document("echo", "--case", "hundred")
        (result,) = document["submissions"][0]["cases"]
        assert (result["verdict"], result["output_bytes"]) == ("AC", 200)


def test_large_cases_are_judged_last(generating: Repository) -> None:
    """What a small case catches it explains best."""
    generating.write("testdata/echo/z.yaml", CASE.replace("name: hello", "name: small"))
    generating.write("testdata/echo/long.in", "x" * (1 << 16))
    generating.write(
        "testdata/echo/a.yaml", "- name: long\n  why: a test\n  stdin_file: long.in\n  stdout_file: long.in\n"
    )
    cases = generating.document()["submissions"][0]["cases"]
    assert [case["name"] for case in cases][-3:] == ["small", "long", "hundred"]


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
        (
            "generator.py",
            "import random as r\ndef generate(random, size):\n    return '%r\\n' % r.random()\n",
            "problems/echo/generator.py: generate(random.Random(1), 100) makes another input each time; draw "
            "from the given `random` alone",
        ),
        (
            "submissions/accepted/naive.py",
            "import os\nprint(os.urandom(8))\n",
            "problems/echo/submissions/accepted/naive.py gives another answer to the same input each time; "
            "repair it",
        ),
        (
            "submissions/accepted/naive.py",
            "",
            "problems/echo/submissions/accepted/naive.py prints nothing for the input of seed 1 and size "
            "100; repair it",
        ),
    ],
)
def test_no_pin_is_offered(generating: Repository, path: str, content: str, message: str) -> None:
    """A hash that would be another one the next time, or that of nothing, helps nobody."""
    generating.write(f"problems/echo/{path}", content)
    assert generating.judge("run").err == f"judge: {message}\n"


@pytest.mark.parametrize(
    ("path", "content", "message"),
    [
        ("generator.py", "", "echo/generator.py: there is no function 'generate'; repair it"),
        ("generator.py", "1 / 0\n", "echo/generator.py:1: ZeroDivisionError: division by zero; repair"),
        ("generator.py", None, "problem 'echo' has no generator: add "),
        ("submissions/accepted/naive.py", "1 / 0\n", "naive.py: run-time error on a generated input: exit"),
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
    words = ("-m", "pytest", "-p", "judge.authoring.pytest_plugin", "-q", "testdata/echo")
    outcome = start(*words, cwd=generating.root)
    assert "2 passed" in outcome.out


def test_where_nothing_can_be_kept(generating: Repository) -> None:
    """A repository that cannot be written to is judged all the same."""
    Path(generating.root / ".cache").write_text("in the way")
    assert generating.judge("run").code == 0
