"""fen_ascii: tolerated inputs beyond the statement, and python-chess as oracle."""

from pathlib import Path

import chess
import pytest

from tests.problems.programs import accepted, cases, grid_of, positions, run, solution
from tests.running import ROOT

SOLUTION, NAIVE, GOLF = solution("fen_ascii"), accepted("fen_ascii", "naive"), accepted("fen_ascii", "golf")
BOTH = pytest.mark.parametrize("program", [SOLUTION, NAIVE], ids=lambda path: path.stem)
PLACEMENT = "r1bk3r/p2pBpNp/n4n2/1p1NP2P/6P1/3P4/P1P1K3/q5b1"
RECORD = f"{PLACEMENT} b - e3 1 23"


def drawing(placement: str) -> str:
    """The expected drawing, by python-chess."""
    rows = grid_of(chess.BaseBoard(placement), " ").split("\n")
    return "".join("|" + "|".join(row) + "|\n" for row in rows)


@BOTH
@pytest.mark.parametrize(
    "args",
    [(PLACEMENT,), (RECORD,), tuple(RECORD.split()), (f" {RECORD} ",), (f"{RECORD}\r\n",)],
    ids=["placement", "record", "unquoted", "blanks", "line_end"],
)
def test_argument(program: Path, args: tuple[str, ...]) -> None:
    """The first argument counts, not stdin, even if the record arrives without quotes."""
    for stdin in ("", "8/8/8/8/8/8/8/8\n"):
        assert run(program, stdin, *args) == drawing(PLACEMENT)


@BOTH
@pytest.mark.parametrize(
    "text",
    [
        *("{}", "{}\n", "{}\r\n", "  {}  \n", "\n\n{}\n", "{}\tw\t-\t-\t0\t1\n"),
        *("{}\u00a0w\u00a0-\n", "{}   w  -\n", "{} w - - 0 " + 9000 * "1" + "\n", "{} w HAha - 0 1\n"),
    ],
)
def test_stdin(program: Path, text: str) -> None:
    """Without an argument stdin counts, with blanks of any kind around the placement."""
    assert run(program, text.format(PLACEMENT)) == drawing(PLACEMENT)


@BOTH
def test_no_record(program: Path) -> None:
    assert [run(program, stdin) for stdin in ("", "\n", "\r\n")] == ["", "", ""]


@pytest.mark.parametrize("program", [SOLUTION, NAIVE, GOLF], ids=lambda path: path.stem)
def test_oracle(program: Path) -> None:
    for board in positions(3, 100):
        assert run(program, f"{board.board_fen()} w - - 0 1\r\n") == drawing(board.board_fen())


def test_every_case_gives_its_record_both_ways() -> None:
    """The argument is the line on stdin without its end; python-chess agrees with the answer."""
    for case in cases("fen_ascii"):
        assert case.args == (case.stdin.rstrip("\r\n"),), case.name
        assert case.stdout == drawing(case.stdin.split()[0]), case.name


def test_golf() -> None:
    """The statement shows the program as it is."""
    source = GOLF.read_text(encoding="ascii")
    statement = (ROOT / "problems/fen_ascii/statement.md").read_text(encoding="utf-8")
    assert len(source) <= 78
    assert f"\n\n```python\n{source}\n```\n" in statement
