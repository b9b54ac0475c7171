"""congo_fen: tolerated inputs beyond the statement, drawings, the damaged positions."""

import random
import re
import runpy
import shutil
import subprocess
from pathlib import Path
from xml.etree import ElementTree

import pytest

from problems.congo_fen.generator import generate
from problems.congo_fen.picture import MOST, pictures
from problems.congo_fen.validator import validate
from tests.problems.programs import accepted, cases, run, solution
from tests.running import ROOT, TIMEOUT

REFERENCE, NAIVE, FAST = solution("congo_fen"), accepted("congo_fen", "naive"), accepted("congo_fen", "fast")
LADDER = pytest.mark.parametrize("program", [REFERENCE, NAIVE, FAST], ids=lambda path: path.stem)
POSITION = "2l4/7/4z2/4c2/PP2EP1/3L2p/7"
TWO = f"2\n{POSITION} b 23\n{POSITION} w 1\n"
LETTERS = "PSGMELCZ"
NAMES = ["pawn", "superpawn", "giraffe", "monkey", "elephant", "lion", "crocodile", "zebra"]
KINDS = dict(zip(NAMES, LETTERS, strict=True))


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


@pytest.mark.skipif(shutil.which("g++") is None, reason="g++ is not installed")
def test_second_way_to_make_the_pattern_safe(tmp_path: Path) -> None:
    """As the statement says, getline(cin >> ws, fen) works as well, with LF and with CR LF."""
    source = REFERENCE.parents[1] / "problems/congo_fen/submissions/accepted/course_pattern.cpp"
    body = source.read_text().replace("getline(cin, fen);", "getline(cin >> ws, fen);", 2)
    skip = "    cin.ignore(numeric_limits<streamsize>::max(), '\\n');\n"
    assert body.count(skip) == 1
    program = tmp_path / "program.cpp"
    program.write_text(body.replace(skip, ""))
    subprocess.run(["g++", "-std=c++17", "-o", tmp_path / "program", program], check=True, timeout=TIMEOUT)
    for stdin in (TWO, TWO.replace("\n", "\r\n").rstrip()):
        done = subprocess.run([tmp_path / "program"], input=stdin.encode(), capture_output=True, check=True)
        assert done.stdout.decode() == run(REFERENCE, TWO)


def test_pictures() -> None:
    """A drawing for each position, at most a dozen, with the pieces where they stand."""
    for end in ("\n", "\r\n"):
        drawn = pictures(end.join(["20", f"{POSITION} b 23", *["7/7/7/7/7/7/7 W 0"] * 19]))
        assert len(drawn) == MOST == 12
        root = ElementTree.fromstring(drawn[0])
        assert root[0].text == f"Position 1: {POSITION}, black to play"
        text = "".join(root.itertext())
        assert all(piece in text for piece in "lzcPELp")
        assert pictures("0" + end) == []


def rank_widths(placement: str) -> list[int]:
    return [sum(int(sign) if sign.isdigit() else 1 for sign in rank) for rank in placement.split("/")]


def test_positions_of_the_course() -> None:
    """As the statement says: 96 of them, with one lion a side, in its castle."""
    count, *lines = (ROOT / "testdata/congo_fen/course_positions.in").read_text().splitlines()
    placements = [line.split()[0] for line in lines]
    assert len(set(placements)) == int(count) == 96
    listing = runpy.run_path(str(REFERENCE))["listing"]
    for line in lines:
        squares = dict(re.findall("^(.*):(.*)$", listing(line), re.MULTILINE))
        assert re.fullmatch(" [cde][123]", squares["white lion"])
        assert re.fullmatch(" [cde][567]", squares["black lion"])
    # The digit 1 for the lion leaves the width of a rank as it is.
    damaged = [placement.replace("l", "1") for placement in placements]
    assert all(rank_widths(placement) == [7] * 7 for placement in placements + damaged)


def test_listing_is_the_position() -> None:
    """An expected listing, read back, is the position: no piece is lost, moved or doubled."""
    for case in cases("congo_fen"):
        records = [line.split() for line in case.stdin.splitlines()[1:] if line.split()]
        listings = case.stdout.split("\n\n") if case.stdout else []
        for (placement, side, _), listing in zip(records, listings, strict=True):
            *lines, last = listing.strip("\n").split("\n")
            assert last == f"side to play: {'white' if side in 'wW' else 'black'}"
            board = [["." for _ in range(7)] for _ in range(7)]
            for line in lines:
                label, squares = line.split(":")
                colour, name = label.split()
                for square in squares.split():
                    letter = KINDS[name] if colour == "white" else KINDS[name].lower()
                    board[7 - int(square[1])]["abcdefg".index(square[0])] = letter
                assert squares.split() == sorted(squares.split())
            spelled = "".join("." * int(one) if one.isdecimal() else one for one in placement)
            assert "/".join(map("".join, board)) == spelled
