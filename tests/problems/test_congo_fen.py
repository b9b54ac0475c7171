"""congo_fen: the ladder agrees, the positions of the course."""

import random
import re
import runpy

import pytest

from problems.congo_fen.generator import generate
from tests.problems.programs import accepted, run, solution
from tests.running import ROOT

REFERENCE = solution("congo_fen")
LADDER = [REFERENCE, accepted("congo_fen", "naive"), accepted("congo_fen", "fast")]


@pytest.mark.parametrize("seed", range(6))
def test_ladder_agrees(seed: int) -> None:
    stdin = generate(random.Random(seed), 30 * seed)
    assert len({run(program, stdin) for program in (*LADDER, REFERENCE)}) == 1


def test_positions_of_the_course() -> None:
    """As the statement says: 96 of them, with one lion a side, in its castle."""
    count, *lines = (ROOT / "testdata/congo_fen/course_positions.in").read_text().splitlines()
    assert len({line.split()[0] for line in lines}) == int(count) == 96
    listing = runpy.run_path(str(REFERENCE))["listing"]
    for line in lines:
        squares = dict(re.findall("^(.*):(.*)$", listing(line), re.MULTILINE))
        assert re.fullmatch(" [cde][123]", squares["white lion"])
        assert re.fullmatch(" [cde][567]", squares["black lion"])
