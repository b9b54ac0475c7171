"""What the test data of congo_fen leaves out: tolerance, the problem's parts, drawings, damaged positions."""

import importlib.util
import itertools
import random
import re
import shutil
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from xml.etree import ElementTree

import pytest
import yaml

from problems.congo_fen.generator import generate, shrink
from problems.congo_fen.picture import MOST, pictures
from problems.congo_fen.validator import MOST_POSITIONS, validate

ROOT = Path(__file__).resolve().parents[2]
PROBLEM = ROOT / "problems/congo_fen"
ACCEPTED = PROBLEM / "submissions/accepted"
REFERENCE = ROOT / "solutions/congo_fen.py"
LADDER = [REFERENCE, ACCEPTED / "naive.py", ACCEPTED / "fast.py"]
POSITION = "2l4/7/4z2/4c2/PP2EP1/3L2p/7"
TIMEOUT = 60


def imported(path: Path) -> ModuleType:
    """Import a program from its file."""
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def answer(path: Path, stdin: str) -> str:
    """Run a Python program."""
    done = subprocess.run(
        [sys.executable, "-I", str(path)], input=stdin.encode(), capture_output=True, timeout=TIMEOUT
    )
    assert (done.returncode, done.stderr) == (0, b"")
    return done.stdout.decode()


def rank_widths(placement: str) -> list[int]:
    """Return how many squares each rank of a placement has."""
    return [sum(int(sign) if sign.isdigit() else 1 for sign in rank) for rank in placement.split("/")]


@pytest.mark.parametrize("path", LADDER, ids=lambda path: path.stem)
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
def test_tolerance(path: Path, stdin: str) -> None:
    """Beyond the promises of the statement: blanks, more lines than announced, any numbers."""
    with pytest.raises(ValueError, match=r"^line \d+: "):
        validate(stdin)
    assert answer(path, stdin) == answer(ACCEPTED / "naive.py", f"2\n{POSITION} b 23\n{POSITION} w 1\n")


@pytest.mark.parametrize("path", [REFERENCE, ACCEPTED / "fast.py"], ids=lambda path: path.stem)
def test_empty_file(path: Path) -> None:
    """No count is no position."""
    assert answer(path, "") == ""


def test_no_break_spaces() -> None:
    """The reference takes them for blanks."""
    stdin = f"1\n{POSITION}\N{NO-BREAK SPACE}b\N{NO-BREAK SPACE} 23\n"
    done = subprocess.run(
        [sys.executable, "-X", "utf8", str(REFERENCE)], input=stdin.encode(), capture_output=True, check=True
    )
    assert done.stdout.decode() == answer(REFERENCE, f"1\n{POSITION} b 23\n")


@pytest.mark.parametrize("path", LADDER, ids=lambda path: path.stem)
def test_nothing_happens_on_import(path: Path) -> None:
    """Importing reads and prints nothing."""
    script = f"import runpy; runpy.run_path({str(path)!r}, run_name='imported')"
    done = subprocess.run(
        [sys.executable, "-c", script], input=b"1\nx\n", capture_output=True, timeout=TIMEOUT
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")


def test_listing_is_pure() -> None:
    """The same position gives the same lines each time, in the reference and the plain way."""
    listings = [imported(path).listing for path in (REFERENCE, ACCEPTED / "naive.py")]
    texts = {listing(f"{POSITION} b 23") for listing in listings for _ in range(2)}
    assert len(texts) == 1
    assert texts.pop().count("\n") == 17


@pytest.mark.parametrize("seed", range(6))
def test_ladder_agrees(seed: int) -> None:
    """The three rungs give the same answer."""
    stdin = generate(random.Random(seed), 3 * seed)
    assert len({answer(path, stdin) for path in LADDER}) == 1


def test_fast_takes_constant_memory(tmp_path: Path) -> None:
    """Ten times the input takes no more memory, give or take the buffers of a chunk."""
    script = (
        "import runpy, sys\n"
        f"runpy.run_path({str(ACCEPTED / 'fast.py')!r}, run_name='__main__')\n"
        "peak = [line.split()[1] for line in open('/proc/self/status') if line.startswith('VmHWM')]\n"
        "print(peak[0], file=sys.stderr)\n"
    )
    peaks = []
    for count in (4_000, 40_000):
        path = tmp_path / f"{count}.txt"
        path.write_text(f"{count}\n" + f"{POSITION} b 23\n" * count)
        with path.open("rb") as stdin:
            done = subprocess.run(
                [sys.executable, "-c", script],
                stdin=stdin,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.PIPE,
                timeout=TIMEOUT,
            )
        peaks.append(int(done.stderr))
    small, large = peaks
    assert large < small + 1024, "KiB"


@pytest.mark.skipif(shutil.which("g++") is None, reason="g++ is not installed")
def test_second_way_to_make_the_pattern_safe(tmp_path: Path) -> None:
    """As the statement says, getline(cin >> ws, fen) works as well, whatever the line ends are."""
    source = (ACCEPTED / "course_pattern.cpp").read_text()
    body = source.replace("getline(cin, fen);", "getline(cin >> ws, fen);", 2)
    skip = "    cin.ignore(numeric_limits<streamsize>::max(), '\\n');\n"
    assert body.count(skip) == 1
    program = tmp_path / "program.cpp"
    program.write_text(body.replace(skip, ""))
    subprocess.run(["g++", "-std=c++17", "-o", tmp_path / "program", program], check=True, timeout=TIMEOUT)
    for end in ("\n", "\r\n"):
        stdin = end.join(["2", f"{POSITION} b 23", f"{POSITION} W 1"])
        done = subprocess.run([tmp_path / "program"], input=stdin.encode(), capture_output=True, check=True)
        assert done.stdout.decode() == answer(REFERENCE, stdin)


@pytest.mark.parametrize("size", [1, 2, 3, 30])
def test_generated_inputs_are_valid(size: int) -> None:
    """Whatever is drawn, and whatever it shrinks to, keeps to the Input section."""
    for seed in range(200):
        validate(generate(random.Random(seed), size))
    for seed in range(5):
        text = generate(random.Random(seed), size)
        for smaller in itertools.islice(shrink(text), 100):
            validate(smaller)
            assert smaller != text


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_promised_line_ends(end: str) -> None:
    """LF or CR LF, with or without the last one, and empty lines after it."""
    lines = ["2", f"{POSITION} b 23", f"{POSITION} W 2147483647"]
    for tail in ("", end, end * 2, end * 5):
        validate(end.join(lines) + tail)
        validate("0" + tail)


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("", 1),
        ("\n", 1),
        (f"{POSITION} b 23\n", 1),
        (f"1 \n{POSITION} b 23\n", 1),
        (f"01\n{POSITION} b 23\n", 1),
        (f"2\n{POSITION} b 23\n", 1),
        (f"0\n{POSITION} b 23\n", 1),
        (f"\n1\n{POSITION} b 23\n", 1),
        (f"{MOST_POSITIONS + 1}\n", 1),
        (f"1\n{POSITION} b 23 \n", 2),
        (f"1\n {POSITION} b 23\n", 2),
        (f"1\n{POSITION}  b 23\n", 2),
        (f"1\n{POSITION}\tb 23\n", 2),
        (f"1\n{POSITION}\N{NO-BREAK SPACE}b 23\n", 2),
        (f"1\n{POSITION} b\n", 2),
        (f"1\n{POSITION}\n", 2),
        (f"1\n{POSITION} x 23\n", 2),
        (f"1\n{POSITION} b 023\n", 2),
        (f"1\n{POSITION} b -1\n", 2),
        (f"1\n{POSITION} b 2147483648\n", 2),
        (f"1\n{POSITION} b \N{ARABIC-INDIC DIGIT ONE}\n", 2),
        (f"1\n{POSITION}/7 b 23\n", 2),
        (f"1\n{POSITION[:-2]} b 23\n", 2),
        ("1\n214/7/7/7/7/7/7 b 23\n", 2),
        ("1\n8/7/7/7/7/7/7 b 23\n", 2),
        ("1\n6/7/7/7/7/7/7 b 23\n", 2),
        ("1\n3k3/7/7/7/7/7/7 b 23\n", 2),
        ("1\n7/7/7//7/7/7 b 23\n", 2),
        (f"2\n{POSITION} b 23\n\n{POSITION} b 23\n", 1),
        (f"3\n{POSITION} b 23\n\n{POSITION} b 23\n", 3),
        (f"1\r\n{POSITION} b 23\n", 1),
        (f"1\n{POSITION} b 23\r\n", 2),
        ("0\r\n\n", 1),
        ("0" + "\n" * 2_000_000, 1),
        ("0\n\r\n", 1),
    ],
    ids=lambda value: repr(value[:80]) if isinstance(value, str) else None,
)
def test_validator_refuses(text: str, line: int) -> None:
    """All else is refused, with the line."""
    with pytest.raises(ValueError, match=rf"^line {line}: "):
        validate(text)


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_pictures(end: str) -> None:
    """A drawing for each position, at most a dozen, with the pieces where they stand."""
    lines = ["20", f"{POSITION} b 23", *["7/7/7/7/7/7/7 W 0"] * 19]
    drawn = pictures(end.join(lines))
    assert len(drawn) == MOST == 12
    root = ElementTree.fromstring(drawn[0])
    assert root[0].text == f"Position 1: {POSITION}, black to play"
    text = "".join(root.itertext())
    assert all(piece in text for piece in "lzcPELp")
    assert pictures("0" + end) == []


def test_drawings_of_the_statement() -> None:
    """The SVG files are drawings of the samples, and the statement shows each of them."""
    samples = yaml.safe_load((ROOT / "testdata/congo_fen/sample.yaml").read_text())
    statement = (PROBLEM / "statement.md").read_text()
    shown = re.findall(r"!\[[^]]{20,}\]\((\S+\.svg)\)", statement)
    assert sorted(shown) == sorted(path.name for path in PROBLEM.glob("*.svg"))
    drawn = {
        f"{case['name']}_{number}.svg": svg
        for case in samples
        for number, svg in enumerate(pictures(case["stdin"]), 1)
    }
    for name in shown:
        assert (PROBLEM / name).read_text() == drawn[name], name


def test_positions_of_the_course() -> None:
    """As the statement says: 96 of them, with one lion a side, in its castle."""
    lines = (ROOT / "testdata/congo_fen/course_positions.in").read_text().splitlines()
    assert lines[0] == "96"
    placements = [line.split()[0] for line in lines[1:]]
    assert len(set(placements)) == 96
    listing = imported(REFERENCE).listing
    for line in lines[1:]:
        squares = dict(re.findall("^(.*):(.*)$", listing(line), re.MULTILINE))
        assert re.fullmatch(" [cde][123]", squares["white lion"])
        assert re.fullmatch(" [cde][567]", squares["black lion"])
    assert all(rank_widths(placement) == [7] * 7 for placement in placements)
    # The digit 1 for the lion leaves the width of a rank as it is.
    damaged = [placement.replace("l", "1") for placement in placements]
    assert all(rank_widths(placement) == [7] * 7 for placement in damaged)
