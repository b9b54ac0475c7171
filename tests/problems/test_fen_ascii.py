"""fen_ascii: python-chess as oracle; the tables of the test data are whole."""

import itertools
from pathlib import Path

import chess
import pytest

from tests.problems.programs import accepted, cases, grid_of, positions, run, solution
from tests.running import ROOT

SOLUTION, NAIVE, GOLF = solution("fen_ascii"), accepted("fen_ascii", "naive"), accepted("fen_ascii", "golf")


def drawing(placement: str) -> str:
    """The expected drawing, by python-chess."""
    rows = grid_of(chess.BaseBoard(placement), " ").split("\n")
    return "".join("|" + "|".join(row) + "|\n" for row in rows)


@pytest.mark.parametrize("program", [SOLUTION, NAIVE, GOLF], ids=lambda path: path.stem)
def test_oracle(program: Path) -> None:
    for board in positions(3, 100):
        assert run(program, f"{board.board_fen()} w - - 0 1\r\n") == drawing(board.board_fen())


def test_every_case_gives_its_record_both_ways() -> None:
    """The argument is the line on stdin without its end; python-chess agrees with the answer."""
    for case in cases("fen_ascii"):
        assert case.args == (case.stdin.rstrip("\r\n"),), case.name
        assert case.stdout == drawing(case.stdin.split()[0]), case.name


def test_every_field_and_letter() -> None:
    """All castling fields, both sides, all en passant squares, and each letter before either side."""
    records = [case.args[0].split() for case in cases("fen_ascii") if " " in case.args[0]]
    seen = [{record[number] for record in records} for number in (1, 2, 3)]
    castling = {"".join(some) for size in range(1, 5) for some in itertools.combinations("KQkq", size)}
    squares = {file + rank for file in "abcdefgh" for rank in "36"}
    assert seen == [{"w", "b"}, castling | {"-"}, squares | {"-"}]
    ends = {(record[0][-1], record[1]) for record in records}
    assert ends >= set(itertools.product("KQRBNPkqrbnp", "wb"))


def test_golf() -> None:
    """The statement shows the program as it is."""
    source = GOLF.read_text(encoding="ascii")
    statement = (ROOT / "problems/fen_ascii/statement.md").read_text(encoding="utf-8")
    assert len(source) <= 78
    assert f"\n\n```python\n{source}\n```\n" in statement
