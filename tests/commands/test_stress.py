"""The command `stress`: search, shrink, show, save."""

import re
import shutil
import tempfile
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judge.authoring.testdata_text import as_yaml
from judge.core import strict_yaml
from tests.running import CASE, GENERATOR, Repository

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


@pytest.fixture
def stressed(repository: Repository) -> Repository:
    """Return a repository with a generator that can shrink, and a naive program."""
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
    repository.write("problems/echo/submissions/accepted/naive.py", RIGHT)
    repository.write("echo.py", RIGHT)
    outcome = repository.judge("stress", "echo.py")
    assert outcome.code == 2
    assert "problem 'echo' has no generator: add " in outcome.err


@pytest.mark.parametrize(
    ("naive", "shown"),
    [
        (
            "1 / 0\n",
            ["RE found  problems/echo/submissions/accepted/naive.py", "ZeroDivisionError: division by"],
        ),
        pytest.param(
            "while True: pass\n",
            ["TLE found  problems/echo/submissions/accepted/naive.py", "time limit exceeded: "],
            marks=pytest.mark.long,
        ),
    ],
)
def test_an_oracle_that_fails(stressed: Repository, naive: str, shown: list[str]) -> None:
    """It is blamed, with the input and what it says; neither the submission nor the input is."""
    stressed.write("problems/echo/submissions/accepted/naive.py", naive)
    stressed.write("echo.py", RIGHT)
    outcome = stressed.judge("stress", "echo.py", "--jobs", "1")
    assert outcome.code == 2
    for text in [*shown, "    stdin    "]:
        assert text in outcome.out
    assert outcome.err == (
        "judge: problems/echo/submissions/accepted/naive.py fails on this valid input; repair it, it must be "
        "right\n"
    )


def test_nothing_tried(stressed: Repository) -> None:
    """No input in no time is not `no difference found`."""
    stressed.write("echo.py", RIGHT)
    outcome = stressed.judge("stress", "echo.py", "--seconds", "0.0001")
    assert (outcome.code, outcome.out) == (2, "")
    assert "nothing was tried in 0.0001 s; give it more --seconds" in outcome.err


def test_an_invalid_input_of_the_generator(stressed: Repository) -> None:
    """It is neither tried nor found: the message says how it was made, and what is wrong with it."""
    stressed.write("problems/echo/validator.py", NO_SEVEN)
    stressed.write("echo.py", WRONG)
    outcome = stressed.judge("stress", "echo.py")
    assert (outcome.code, outcome.out) == (2, "")
    assert re.fullmatch(
        r"judge: problems/echo/generator.py: generate\(random.Random\('1\.\d+'\), \d\) makes an invalid "
        r"input \(line 1: a 7\); correct the generator or the validator\n",
        outcome.err,
    )


def test_invalid_smaller_inputs_are_skipped(stressed: Repository) -> None:
    """Shrinking does not leave the format."""
    stressed.write(
        "problems/echo/validator.py", "def validate(text):\n    if text[:1] == '7': raise ValueError\n"
    )
    generator = "def generate(random, size):\n    return '1\\n7\\n2\\n7\\n'\n"
    stressed.write("problems/echo/generator.py", generator + SHRINK)
    stressed.write("echo.py", "print(open(0).read().replace('7', '8'), end='')\n")
    outcome = stressed.judge("stress", "echo.py")
    assert outcome.out.endswith("; shrunk from 8 to 4 bytes\n")


def test_a_shrink_without_valid_inputs_ends(stressed: Repository) -> None:
    """What has been found is shown, however many invalid inputs there are."""
    stressed.write(
        "problems/echo/validator.py", "def validate(text):\n    if 'x' in text: raise ValueError\n"
    )
    shrink = "def shrink(text):\n    while True: yield text + 'x'\n"
    stressed.write("problems/echo/generator.py", f"{GENERATOR}\n\n{shrink}")
    stressed.write("echo.py", WRONG)
    outcome = stressed.judge("stress", "echo.py")
    assert (outcome.code, outcome.err) == (1, "")
    assert re.search("; shrunk from ([0-9]+) to \\1 bytes\n$", outcome.out)


def test_the_same_input_is_saved_once(stressed: Repository) -> None:
    """Another seed that comes to the same smallest input adds nothing."""
    generator = "def generate(random, size):\n    return '1\\n7\\n'\n"
    stressed.write("problems/echo/generator.py", generator + SHRINK)
    stressed.write("echo.py", WRONG)
    assert "added found_1 to " in stressed.judge("stress", "echo.py", "--save").out
    saved = (stressed.root / "testdata/echo/found.yaml").read_text()
    outcome = stressed.judge("stress", "echo.py", "--save", "--seed", "2")
    assert re.search(
        r"nothing added: 'found_1' in .*testdata/echo/found\.yaml has this input\n$", outcome.out
    )
    assert (stressed.root / "testdata/echo/found.yaml").read_text() == saved
    assert "yaml-language-server" not in saved  # this repository has no schemas


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


@pytest.mark.parametrize(("fewest", "size"), [(1, 4), (3, 6), (9, 18)])
def test_without_simpler_inputs(stressed: Repository, fewest: int, size: int) -> None:
    """Where the generator knows none, lines and words are left out where the validator agrees."""
    generator = "def generate(random, size):\n    return '1 2 7 3\\n4 5\\n6\\n8 9\\n'\n"
    validator = f"def validate(text):\n    if len(text.split()) < {fewest}: raise ValueError('line 1: few')\n"
    stressed.write("problems/echo/generator.py", generator)
    stressed.write("problems/echo/validator.py", validator)
    stressed.write("echo.py", "print(open(0).read().replace('7 ', '7'), end='')\n")
    outcome = stressed.judge("stress", "echo.py")
    assert outcome.code == 1
    assert outcome.out.endswith(f"; shrunk from 18 to {size} bytes\n")


@pytest.mark.parametrize(
    ("content", "value"),
    [
        (b"a\n", "|\n    a\n"),
        (b"a b\n\n  c\n", "|\n    a b\n\n      c\n"),
        ("\u00e9\n".encode(), "|\n    \u00e9\n"),
        (b"a", '"a"\n'),
        (b"a\n\n", '"a\\n\\n"\n'),
        (b"a \nb\n", '"a \\nb\\n"\n'),
        (b" a\n", '" a\\n"\n'),
        (b"a\r\n", '"a\\r\\n"\n'),
        (b"\xff", '!!binary "/w=="\n'),
    ],
)
def test_as_a_person_would_write_it(content: bytes, value: str) -> None:
    """A block where nothing in it is hard to see, else double quotes."""
    assert as_yaml(content) == value


@given(
    st.binary(max_size=30) | st.text(alphabet="ab \n\t\r:#-|\u00e9\u2028\x85", max_size=12).map(str.encode)
)
def test_what_is_saved_is_what_was_found(content: bytes) -> None:
    """Any bytes come back from YAML."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "found.yaml"
        path.write_text(f"- name: x\n  stdin: {as_yaml(content)}  stdout: |\n    x\n", encoding="utf-8")
        (case,) = strict_yaml.items(strict_yaml.load(path), "test data")
    assert strict_yaml.Fields(case, "a case").required("stdin", strict_yaml.data) == content
