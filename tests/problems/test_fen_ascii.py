"""fen_ascii: what the programs tolerate beyond the statement, an independent oracle, and its parts."""

import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import chess
import pytest
import yaml

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "problems/fen_ascii"
SOLUTION = ROOT / "solutions/fen_ascii.py"
ACCEPTED = FOLDER / "submissions/accepted"
BOTH = pytest.mark.parametrize("program", [SOLUTION, ACCEPTED / "naive.py"], ids=["reference", "naive"])
PLACEMENT = "r1bk3r/p2pBpNp/n4n2/1p1NP2P/6P1/3P4/P1P1K3/q5b1"
RECORD = f"{PLACEMENT} b - e3 1 23"


@pytest.fixture(autouse=True)
def _root_on_path(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(ROOT))


def run(program: Path, *args: str, stdin: bytes = b"") -> str:
    """Run a program and return what it prints."""
    done = subprocess.run([sys.executable, program, *args], input=stdin, capture_output=True, timeout=60)
    assert (done.returncode, done.stderr) == (0, b"")
    return done.stdout.decode()


def drawing(placement: str) -> str:
    """Return the drawing of a board, made of what python-chess prints."""
    return "".join(
        f"|{row.replace(' ', '|').replace('.', ' ')}|\n"
        for row in str(chess.BaseBoard(placement)).split("\n")
    )


@BOTH
@pytest.mark.parametrize(
    "args",
    [(PLACEMENT,), (RECORD,), tuple(RECORD.split()), (f" {RECORD} ",), (f"{RECORD}\r\n",)],
    ids=["placement", "record", "unquoted", "blanks", "line_end"],
)
@pytest.mark.parametrize("stdin", [b"", b"8/8/8/8/8/8/8/8\n"])
def test_argument(program: Path, args: tuple[str, ...], stdin: bytes) -> None:
    """The first argument counts, whatever is on stdin, even if the record arrived without quotes."""
    assert run(program, *args, stdin=stdin) == drawing(PLACEMENT)


@BOTH
def test_argument_leaves_stdin_alone(program: Path) -> None:
    """With an argument, nobody waits for stdin to end."""
    with subprocess.Popen(
        [sys.executable, program, PLACEMENT], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as process:
        assert process.wait(timeout=30) == 0
        assert process.stdout is not None
        assert process.stdout.read().decode() == drawing(PLACEMENT)


@BOTH
@pytest.mark.parametrize(
    "text",
    [
        "{}",
        "{}\n",
        "{}\r\n",
        "  {}  \n",
        "{}\tw\t-\t-\t0\t1\n",
        "{}\u00a0w\u00a0-\n",
        "{}   w  -\n",
        "\n\n{}\n",
        "{} w - - 0 " + 9000 * "1" + "\n",
        "{} w HAha - 0 1\n",
    ],
)
def test_stdin(program: Path, text: str) -> None:
    """Without an argument stdin counts, with blanks of any kind around the placement."""
    assert run(program, stdin=text.format(PLACEMENT).encode()) == drawing(PLACEMENT)


@BOTH
@pytest.mark.parametrize("stdin", [b"", b"\n", b"\r\n"])
def test_no_record(program: Path, stdin: bytes) -> None:
    """Without a record nothing is printed."""
    assert run(program, stdin=stdin) == ""


def random_placements(count: int) -> list[str]:
    """Return placements of random legal games."""
    chance = random.Random(3)
    position = chess.Board()
    placements: list[str] = []
    while len(placements) < count:
        moves = list(position.legal_moves)
        if not moves or position.fullmove_number > 100:
            position = chess.Board()
            continue
        position.push(chance.choice(moves))
        placements.append(position.board_fen())
    return placements


def test_oracle() -> None:
    """Drawings of legal games are those of python-chess, by the reference, naive and the golf."""
    chosen = random.Random(4).sample(random_placements(3000), 20)
    for program in (SOLUTION, ACCEPTED / "naive.py", ACCEPTED / "golf.py"):
        for placement in chosen:
            assert run(program, stdin=f"{placement} w - - 0 1\r\n".encode()) == drawing(placement)


def cases() -> list[dict[str, Any]]:
    """Return the cases."""
    paths = sorted((ROOT / "testdata/fen_ascii").glob("*.yaml"))
    return [case for path in paths for case in yaml.safe_load(path.read_text(encoding="utf-8"))]


def test_every_case_gives_its_record_both_ways() -> None:
    """The argument is the line on stdin without its end; python-chess agrees with the answer."""
    from problems.fen_ascii.validator import validate

    for case in cases():
        validate(case["stdin"])
        assert case["args"] == [case["stdin"].rstrip("\r\n")], case["name"]
        assert case["stdout"] == drawing(case["stdin"].split()[0]), case["name"]


def test_golf() -> None:
    """The statement shows the program and its length as they are."""
    source = (ACCEPTED / "golf.py").read_text(encoding="ascii")
    statement = (FOLDER / "statement.md").read_text(encoding="utf-8")
    assert len(source) <= 78
    assert f"takes {len(source)} bytes:\n\n```python\n{source}\n```\n" in statement


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("", 1),
        ("\n", 1),
        (f"{PLACEMENT} \n", 1),
        (f" {PLACEMENT}\n", 1),
        (f"\n{PLACEMENT}\n", 2),
        (f"{PLACEMENT}\n{PLACEMENT}\n", 2),
        (f"{PLACEMENT}\r\n\n", 1),
        (f"{PLACEMENT}\n\r\n", 2),
        (f"{PLACEMENT} w\n", 1),
        (f"{PLACEMENT}\tw - - 0 1\n", 1),
        (f"{PLACEMENT} w HAha - 0 1\n", 1),
        (f"{PLACEMENT}x\n", 1),
        ("44/8/8/8/8/8/8/8\n", 1),
    ],
)
def test_validator_refuses(text: str, line: int) -> None:
    """What the statement does not promise is refused, with its line."""
    from problems.fen_ascii.validator import validate

    with pytest.raises(ValueError, match=rf"^line {line}: "):
        validate(text)


def test_generator_draws_what_is_promised() -> None:
    """Records and placements with line ends of all kinds; what is smaller is valid, too."""
    from problems.fen_ascii.generator import generate, shrink
    from problems.fen_ascii.validator import validate

    texts = [generate(random.Random(seed), 1 + seed % 60) for seed in range(1000)]
    for text in texts:
        validate(text)
    assert any("\r\n" in text for text in texts)
    assert any(" " in text for text in texts)
    assert any(" " not in text for text in texts)
    for text in texts[:30]:
        for smaller in shrink(text):
            validate(smaller)
            assert smaller != text


def test_picture() -> None:
    """The drawing beside the statement is that of the third sample."""
    from problems.fen_ascii.picture import pictures

    assert pictures(f"{PLACEMENT}\n") == [(FOLDER / "immortal_game.svg").read_text(encoding="utf-8")]
