"""Generators and generated cases."""

import hashlib
import sys
from typing import Any

import pytest

from judge.core.session import Session
from judge.sandbox import Program, Run
from tests import inside
from tests.running import FEW, NAIVE, Repository, execute, generated_case, installed

UNSTABLE = "problems/echo/generator.py and NAIVE: one of them gives something else each time; draw from "
OTHER = hashlib.sha256(b"other\n").hexdigest()
PIN = f"ROOT/testdata/echo/large.yaml:1: the answer to 'hundred' has the hash {OTHER}, but its pin is "
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


@pytest.mark.parametrize("python", FEW)
def test_same_on_every_interpreter(python: str) -> None:
    """A seed makes the same input, and the same shrunk inputs, on every interpreter."""
    words = ["-c", DIGEST, *inside.PROBLEM_IDS]
    one, other = (execute(path, *words).out for path in (installed(python), sys.executable))
    assert one == other != ""


def test_a_broken_part_is_not_tried_again(generating: Repository) -> None:
    """One that never ends would take its limit of time for each input; all wrong pins are named."""
    cases = [generated_case(f"case_{seed}", 1, "f" * 64, seed) for seed in (1, 2, 3)]
    generating.write("testdata/echo/large.yaml", "".join(cases))
    assert generating.judge("run", "--jobs", "1").err.count("large.yaml:") == 3
    generating.write("problems/echo/validator.py", "def validate(text):\n    {}[text]\n")
    assert generating.judge("run", "--jobs", "1").exits(2).err.count("validator.py:2: KeyError") == 1


@pytest.mark.parametrize("is_part", [True, False])
def test_without_room(generating: Repository, monkeypatch: pytest.MonkeyPatch, is_part: bool) -> None:
    """Neither the parts nor the oracle are at fault if the machine cannot run them."""
    run = Session.run

    def without_room(session: Session, program: Program, *arguments: Any) -> Run:
        return Run(fault="no room") if program.is_part == is_part else run(session, program, *arguments)

    monkeypatch.setattr(Session, "run", without_room)
    monkeypatch.setenv("JUDGE_CACHE", str(generating.root / "cache"))  # other tests may know the case
    assert generating.judge("run").refusal.endswith("no room; try again\n")


@pytest.mark.parametrize(
    ("path", "content", "message"),
    [
        ("generator.py", "import os\ndef generate(random, size): return str(os.urandom(8))\n", UNSTABLE),
        ("generator.py", "def generate(random, size): return str({*map(str, range(size))})\n", UNSTABLE),
        ("NAIVE", "import os\nprint(os.urandom(8))\n", UNSTABLE),
        ("NAIVE", "print('other')\n", PIN),
        ("NAIVE", "", "NAIVE prints nothing for the input of seed 1 and size 100; repair it"),
        ("generator.py", None, "problem 'echo' has no generator: add "),
        ("NAIVE", "1 / 0\n", "NAIVE: run-time error on a generated input: exit code 1"),
        ("NAIVE", None, "ROOT/problems/echo/submissions/accepted: no naive program; add "),
    ],
)
def test_parts_at_fault(generating: Repository, path: str, content: str | None, message: str) -> None:
    """One line, exit code 2, and no hash that would differ the next time."""
    path = NAIVE if path == "NAIVE" else f"problems/echo/{path}"
    if content is None:
        (generating.root / path).unlink()
    else:
        generating.write(path, content)
    expected = message.replace("NAIVE", NAIVE).replace("ROOT", str(generating.root))
    assert generating.judge("run").refusal.startswith(expected)
