"""The command `stress`: search, shrink, show, save."""

import re
import shutil

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from tests.inside import found
from tests.running import CASE, GENERATOR, Repository

SHRINK = """

def shrink(text):
    lines = text.splitlines(True)
    for i in range(len(lines)):
        yield "".join(lines[:i] + lines[i + 1 :])
"""
OTHER_ENDS = "\r\v\f\x1c\x1d\x1e"
# Wrong whenever a 7 follows anything.
WRONG = "text = open(0).read()\nprint(text.replace('\\n7', '\\n8'), end='')\n"
RIGHT = "print(open(0).read(), end='')\n"


@pytest.fixture
def stressed(repository: Repository) -> Repository:
    """Return a repository with a generator that knows simpler inputs, and a naive program."""
    repository.write("problems/echo/generator.py", GENERATOR + SHRINK)
    repository.write("problems/echo/submissions/accepted/naive.py", RIGHT)
    return repository


def test_smallest_input(stressed: Repository) -> None:
    """Two lines show the mistake, and the same seed finds the same."""
    stressed.write("echo.py", WRONG)
    first, second = stressed.judge("stress", "echo.py"), stressed.judge("stress", "echo.py")
    assert first.code == 1
    explained = first.out.partition("\nfound in ")[0]
    assert explained == second.out.partition("\nfound in ")[0]
    assert explained.startswith("WA found  echo.py\n    reason ")
    assert "         2 \u2502 7\u23ce\n" in explained
    assert "         2 \u2502 8\u23ce\n" in explained
    assert "         3 \u2502" not in explained
    assert "shrunk from " in first.out


def test_no_difference(stressed: Repository) -> None:
    """A right program passes all inputs: exit code 0."""
    stressed.write("echo.py", RIGHT)
    outcome = stressed.judge("stress", "echo.py", "--runs", "50")
    assert outcome.code == 0
    assert outcome.out.startswith("no difference found: 50 inputs, ")


@pytest.mark.parametrize(
    ("verdict", "source"),
    [
        ("RE", "if '7' in open(0).read(): 1 / 0\n"),
        ("TLE", "text = open(0).read()\nwhile '7' in text: pass\nprint(text, end='')\n"),
    ],
)
def test_other_failures(stressed: Repository, verdict: str, source: str) -> None:
    """A crash and an endless loop are found, too, and stay what they are."""
    stressed.write("problems/echo/problem.yaml", "title: E\nsource: t\nlimits: {time: 0.2}\n")
    stressed.write("echo.py", source + ("print(open(0).read())\n" if verdict == "RE" else ""))
    outcome = stressed.judge("stress", "echo.py")
    assert outcome.code == 1
    assert outcome.out.startswith(f"{verdict} found  echo.py")


def test_save(stressed: Repository) -> None:
    """What is found becomes a case behind those that are there; comments stay."""
    stressed.write("echo.py", WRONG)
    kept = '# mine\n- name: found_1 # first\n  why: x\n  stdin: "a"\n  stdout: "a"\n'
    path = stressed.write("testdata/echo/found.yaml", kept)
    outcome = stressed.judge("stress", "echo.py", "--save")
    assert outcome.out.endswith(f"added found_2 to {path}\n")
    assert path.read_text().startswith(kept)
    assert stressed.judge("run").code == 0
    assert stressed.judge("run", "echo.py", "--case", "found_2").code == 1


def test_arguments(stressed: Repository) -> None:
    """Where cases have arguments, an input is given both ways, also in what is saved."""
    one_line = GENERATOR.replace("range(size)", "range(1)") + "\n\ndef shrink(text):\n    return []\n"
    both = "import sys\nprint(sys.argv[1] if sys.argv[1:] else input())\n"
    stressed.write("problems/echo/submissions/accepted/naive.py", both)
    stressed.write("problems/echo/generator.py", one_line)
    stressed.write("testdata/echo/more.yaml", CASE.replace("hello", "args") + '  args: ["hello"]\n')
    stressed.write("echo.py", "print(min(int(input()), 5))\n")
    outcome = stressed.judge("stress", "echo.py", "--save")
    assert outcome.code == 1
    assert re.search(r"^    args     '(\d)'\n    stdin    \1$", outcome.out, re.MULTILINE)
    saved = (stressed.root / "testdata/echo/found.yaml").read_text()
    assert re.search(r'^  args: \["\d"\]\n  stdin: \|\n    \d\n  stdout: \|\n    \d\n$', saved, re.MULTILINE)
    assert stressed.document("echo.py", "--case", "found_1")["submissions"][0]["verdict"] == "WA"


def test_without_a_generator(repository: Repository) -> None:
    """What is missing is said in one line."""
    repository.write("echo.py", RIGHT)
    outcome = repository.judge("stress", "echo.py")
    assert outcome.code == 2
    assert "problem 'echo' has no generator: add " in outcome.err


def test_a_naive_program_that_fails(stressed: Repository) -> None:
    """The fault of the naive program is not the submission's."""
    stressed.write("problems/echo/submissions/accepted/naive.py", "1 / 0\n")
    stressed.write("echo.py", RIGHT)
    outcome = stressed.judge("stress", "echo.py")
    assert outcome.code == 2
    assert "naive.py: run-time error on a generated input: exit code 1; repair it" in outcome.err


def test_any_language(stressed: Repository) -> None:
    """A program in C++ is found wrong, and by how small an input, as one in Python."""
    if shutil.which("g++") is None:
        pytest.skip("needs g++")
    source = (
        "#include <iostream>\n#include <string>\nint main() {\n  std::string line;\n"
        '  while (std::getline(std::cin, line)) std::cout << (line == "7" ? "8" : line) << "\\n";\n}\n'
    )
    stressed.write("echo.cpp", source)
    outcome = stressed.judge("stress", "echo.cpp")
    assert outcome.code == 1
    assert "    stdin    7\n    where" in outcome.out


@pytest.mark.parametrize(("fewest", "size"), [(1, 4), (3, 6), (100, 18)])
def test_without_simpler_inputs(stressed: Repository, fewest: int, size: int) -> None:
    """Where the generator knows none, lines and words are left out as far as the validator agrees."""
    generator = "def generate(random, size):\n    return '1 2 7 3\\n4 5\\n6\\n8 9\\n'\n"
    validator = f"def validate(text):\n    if len(text.split()) < {fewest}: raise ValueError('line 1: few')\n"
    stressed.write("problems/echo/generator.py", generator)
    stressed.write("problems/echo/validator.py", validator)
    stressed.write("echo.py", "print(open(0).read().replace('7 ', '7'), end='')\n")
    outcome = stressed.judge("stress", "echo.py")
    assert outcome.code == 1
    assert outcome.out.endswith(f"; shrunk from 18 to {size} bytes\n")


@pytest.mark.parametrize("end", OTHER_ENDS)
def test_other_line_ends_are_saved(end: str) -> None:
    """What Python takes for the end of a line comes back, too."""
    assert yaml.safe_load(found.as_yaml(f"0{end}".encode())) == f"0{end}"


@given(st.text(alphabet=st.characters(codec="utf-8"), max_size=30))
def test_what_is_saved_is_what_was_found(content: str) -> None:
    """Any text comes back from YAML to the byte."""
    value = found.as_yaml(content.encode())
    assert yaml.safe_load(f"- name: x\n  stdin: {value}")[0]["stdin"] == content
