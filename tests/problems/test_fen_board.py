"""fen_board: what the programs tolerate beyond the statement, an independent oracle, and its parts."""

import random
import re
import runpy
import subprocess
import sys
from pathlib import Path

import chess
import pytest
import yaml

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "problems/fen_board"
SOLUTION = ROOT / "solutions/fen_board.py"
ACCEPTED = FOLDER / "submissions/accepted"
KINGS = "4k3/8/8/8/8/8/8/4K3"
QUEENS = "3q4/8/8/8/8/8/8/3Q4"
FIELDS = "w KQkq e3 10 65536"


@pytest.fixture(autouse=True)
def _root_on_path(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(ROOT))


def run(program: Path, stdin: bytes) -> bytes:
    """Run a program and return what it prints."""
    done = subprocess.run([sys.executable, program], input=stdin, capture_output=True, timeout=60)
    assert (done.returncode, done.stderr) == (0, b"")
    return done.stdout


def board(placement: str) -> str:
    """Return a board as python-chess prints it."""
    return str(chess.BaseBoard(placement)).replace(" ", "") + "\n"


@pytest.mark.parametrize("program", [SOLUTION, ACCEPTED / "naive.py"], ids=lambda path: path.stem)
@pytest.mark.parametrize(
    "record",
    [
        "{}",
        "{} ",
        "{}\t{}",
        "{}  {}",
        "  {} {}",
        "\u00a0{}\u00a0{}",
        "{} \u00a0\t{}\u00a0",
        "\n\n{} {}",
        "{} {}\n \n\t\n",
        "{} " + 5000 * " " + "{}",
        "{} w HAha - 0 1",
    ],
)
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_tolerance(program: Path, record: str, end: str) -> None:
    """Blanks of any kind and number, empty lines anywhere, records of one field, Chess960 castling."""
    text = "".join(record.format(placement, FIELDS) + "\n" for placement in (KINGS, QUEENS))
    for stdin in (text, text.rstrip("\n")):
        expected = board(KINGS) + "\n" + board(QUEENS)
        assert run(program, stdin.replace("\n", end).encode()).decode() == expected


@pytest.mark.parametrize("program", [SOLUTION, ACCEPTED / "naive.py", ACCEPTED / "fast.py"])
@pytest.mark.parametrize("stdin", [b"", b"\n", b"\r\n\r\n"])
def test_no_record(program: Path, stdin: bytes) -> None:
    """Without a record nothing is printed, no empty line either."""
    assert run(program, stdin) == b""


def random_records(count: int) -> list[str]:
    """Return records of random legal games."""
    chance = random.Random(1)
    position = chess.Board()
    records: list[str] = []
    while len(records) < count:
        moves = list(position.legal_moves)
        if not moves or position.fullmove_number > 100:
            position = chess.Board()
            continue
        position.push(chance.choice(moves))
        records.append(position.fen(en_passant="fen"))
    return records


@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize("program", [SOLUTION, ACCEPTED / "naive.py", ACCEPTED / "fast.py"])
def test_oracle(program: Path, end: str) -> None:
    """Boards of legal games are those of python-chess, wherever a chunk of fast.py ends."""
    records = random_records(3000)
    expected = "\n".join(board(record.split()[0]) for record in records)
    for stdin in (end.join(records), end.join(records) + end * 3):
        assert run(program, stdin.encode()).decode() == expected


def test_cut_at_every_byte() -> None:
    """fast.py prints the same with chunks of any size."""
    functions = runpy.run_path(str(ACCEPTED / "fast.py"))
    text = "\r\n".join([f"{KINGS} {FIELDS}", f"8/8/8/8/8/8/8/8 {FIELDS}", f"{QUEENS} {FIELDS}"]) + "\r\n\r\n"
    expected = run(SOLUTION, text.encode())
    script = (
        "import runpy, sys\n"
        f"main = runpy.run_path({str(ACCEPTED / 'fast.py')!r})['main']\n"
        "main.__globals__['CHUNK'] = int(sys.argv[1])\n"
        "main()\n"
    )
    assert functions["CHUNK"] > 1
    for chunk in range(1, 60):
        done = subprocess.run(
            [sys.executable, "-c", script, str(chunk)], input=text.encode(), capture_output=True, timeout=60
        )
        assert (done.stdout, done.stderr) == (expected, b""), chunk


def cases() -> list[tuple[str, bytes, bytes]]:
    """Return name, stdin and stdout of the cases that are written down."""
    folder = ROOT / "testdata/fen_board"
    found = []
    for path in folder.glob("*.yaml"):
        for case in yaml.safe_load(path.read_text(encoding="utf-8")):
            if "generate" not in case:
                texts = [
                    (folder / case[f"{key}_file"]).read_bytes()
                    if f"{key}_file" in case
                    else case[key].encode()
                    for key in ("stdin", "stdout")
                ]
                found.append((case["name"], texts[0], texts[1]))
    return found


def test_answers_are_those_of_python_chess() -> None:
    """An oracle that others wrote agrees with every expected answer."""
    for name, stdin, stdout in cases():
        records = [line for line in re.split("\r?\n", stdin.decode()) if line]
        assert stdout.decode() == "\n".join(board(record.split(" ")[0]) for record in records), name


def test_inputs_are_valid() -> None:
    """Every input is one that the statement promises."""
    from problems.fen_board.validator import validate

    for _, stdin, _ in cases():
        validate(stdin.decode())


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("", 1),
        ("\n", 1),
        (f"{KINGS}\n", 1),
        (f"{KINGS} w - - 0 1 \n", 1),
        (f" {KINGS} w - - 0 1\n", 1),
        (f"{KINGS} w - - 0 1\n\n{KINGS} w - - 0 1\n", 2),
        (f"{KINGS} w - - 0 1\n{KINGS}  w - - 0 1\n", 2),
        (f"{KINGS}\tw - - 0 1\n", 1),
        (f"{KINGS} w - - 0 1\r\r\n", 1),
        (f"{KINGS} w - - 0 1\r\n{KINGS} w - - 0 1\n", 1),
        (f"{KINGS} w - - 0 1\n{KINGS} w - - 0 1\r\n", 2),
        (f"{KINGS} w - - 0 1\n\r\n", 2),
        (f"{KINGS} w qk - 0 1\n", 1),
        (f"{KINGS} w HAha - 0 1\n", 1),
        (f"{KINGS} w - e4 0 1\n", 1),
        (f"{KINGS} w - - 0 0\n", 1),
        (f"{KINGS} w - - 0 2147483648\n", 1),
        (f"{KINGS[:-2]}12 w - - 0 1\n", 1),
        (f"{KINGS}/8 w - - 0 1\n", 1),
        ("44/8/8/8/8/8/8/8 w - - 0 1\n", 1),
        ("8/8/8/8/8/8/8/8 w - - 0 1\n" * 50_001, 50_001),
        (f"{KINGS} w - - 0 1" + "\n" * 3_300_000, 1),
    ],
    ids=lambda value: repr(value[:40]) if isinstance(value, str) else None,
)
def test_validator_refuses(text: str, line: int) -> None:
    """What the statement does not promise is refused, with its line."""
    from problems.fen_board.validator import validate

    with pytest.raises(ValueError, match=rf"^line {line}: "):
        validate(text)


def test_generator_draws_what_is_promised() -> None:
    """Line ends of all kinds, all castling rights, large counters; and never anything else."""
    from problems.fen_board.generator import generate, shrink
    from problems.fen_board.validator import validate

    texts = [generate(random.Random(seed), 1 + seed % 3) for seed in range(3000)]
    for text in texts:
        validate(text)
    assert any("\r\n" in text for text in texts)
    assert any(not text.endswith("\n") for text in texts)
    assert any(text.endswith("\n\n") for text in texts)
    assert any(" 2147483647" in text for text in texts)
    for text in texts[:50]:
        for smaller in shrink(text):
            validate(smaller)
            assert smaller != text


def test_pictures() -> None:
    """The drawings beside the statement are those of its sample; there are never more than a dozen."""
    from problems.fen_board.picture import pictures

    sample = next(stdin for name, stdin, _ in cases() if name == "sample").decode()
    drawn = pictures(sample)
    for number in (3, 4):
        shown = (FOLDER / f"sample_record_{number}.svg").read_text(encoding="utf-8")
        assert shown == drawn[number - 1]
    assert len(pictures(sample * 10)) == 12
