"""congo_fen: tolerated inputs beyond the statement, the positions of the course."""

import random
import re
import runpy
from pathlib import Path

import pytest

from problems.congo_fen.generator import generate
from problems.congo_fen.validator import validate
from tests.problems.programs import accepted, run, solution
from tests.running import ROOT

REFERENCE, NAIVE, FAST = solution("congo_fen"), accepted("congo_fen", "naive"), accepted("congo_fen", "fast")
LADDER = pytest.mark.parametrize("program", [REFERENCE, NAIVE, FAST], ids=lambda path: path.stem)
POSITION = "2l4/7/4z2/4c2/PP2EP1/3L2p/7"
TWO = f"2\n{POSITION} b 23\n{POSITION} w 1\n"


@LADDER
@pytest.mark.parametrize(
    "stdin",
    [
        f"2 \n{POSITION} b 23  \n{POSITION} W 1 \n",
        f" 2\n  {POSITION}   b \t 23\n{POSITION}\tW\t1\n",
        f"2\n{POSITION} b 23\n{POSITION} W 1\nmore\n" + " \n" * 40,
        f"02\n{POSITION} b 023\n{POSITION} W 99999999999999999999\n",
    ],
    ids=["trailing_blanks", "runs_of_blanks_and_tabs", "lines_after_the_last", "other_numbers"],
)
def test_tolerance(program: Path, stdin: str) -> None:
    """Beyond the promises of the statement: blanks, more lines than announced, any numbers."""
    with pytest.raises(ValueError, match=r"^line \d+: "):
        validate(stdin)
    assert run(program, stdin) == run(NAIVE, TWO)


def test_tolerance_of_the_reference() -> None:
    """An empty input gives an empty output; a no-break space is a blank."""
    assert run(REFERENCE, "") == run(FAST, "") == ""
    nbsp = "\N{NO-BREAK SPACE}"
    assert run(REFERENCE, f"1\n{POSITION}{nbsp}b{nbsp} 23\n") == run(REFERENCE, f"1\n{POSITION} b 23\n")


@pytest.mark.parametrize("seed", range(6))
def test_ladder_agrees(seed: int) -> None:
    """The three rungs give the same answer, each time."""
    stdin = generate(random.Random(seed), 30 * seed)
    assert len({run(program, stdin) for program in (REFERENCE, NAIVE, FAST, REFERENCE)}) == 1


def test_positions_of_the_course() -> None:
    """As the statement says: 96 of them, with one lion a side, in its castle."""
    count, *lines = (ROOT / "testdata/congo_fen/course_positions.in").read_text().splitlines()
    assert len({line.split()[0] for line in lines}) == int(count) == 96
    listing = runpy.run_path(str(REFERENCE))["listing"]
    for line in lines:
        squares = dict(re.findall("^(.*):(.*)$", listing(line), re.MULTILINE))
        assert re.fullmatch(" [cde][123]", squares["white lion"])
        assert re.fullmatch(" [cde][567]", squares["black lion"])
