"""The four problems about FEN: python-chess as oracle, whole tables, the driver; programs that agree."""

import itertools
import random
import re
import runpy
from pathlib import Path

import chess
import pytest

from problems.congo_fen.generator import generate
from tests.problems.programs import CALL, accepted, cases, grid_of, positions, run, solution
from tests.running import ROOT, start

BOARDS = [solution("fen_board"), accepted("fen_board", "naive")]
GOLF = accepted("fen_ascii", "golf")
DRAWINGS = [solution("fen_ascii"), accepted("fen_ascii", "naive"), GOLF]
FOLDER = ROOT / "problems/fen_grid"
GRIDS = [solution("fen_grid"), *sorted((FOLDER / "submissions/accepted").glob("*.py"))]
PLACEHOLDERS = [sign for sign in map(chr, range(128)) if sign not in "KQRBNPkqrbnp\n"]
FEN2GRID = "def fen2grid(fen, empty='*'):\n    return 'grid'\n\n\n"
GONE = "the session is gone: nothing may be read from stdin on import"
FUNCTIONS = f"{FEN2GRID}def grid2fen(grid, empty='*'):\n    return 'fen'\n"
REFERENCE = solution("congo_fen")
LADDER = [REFERENCE, accepted("congo_fen", "naive"), accepted("congo_fen", "fast")]


def boards(placements: list[str]) -> str:
    return "\n".join(grid_of(chess.BaseBoard(placement)) + "\n" for placement in placements)


@pytest.mark.parametrize("program", BOARDS, ids=lambda path: path.stem)
def test_boards(program: Path) -> None:
    """Also for no board at all."""
    records = [board.fen(en_passant="fen") for board in positions(1, 300)]
    expected = boards([record.split()[0] for record in records])
    for end in ("\n", "\r\n"):
        for tail in ("", 4 * end):
            assert run(program, end.join(records) + tail) == expected
        for stdin in ("", end, 3 * end):
            assert run(program, stdin) == ""


def drawing(placement: str) -> str:
    """The expected drawing, by python-chess."""
    rows = grid_of(chess.BaseBoard(placement), " ").split("\n")
    return "".join("|" + "|".join(row) + "|\n" for row in rows)


@pytest.mark.parametrize("program", DRAWINGS, ids=lambda path: path.stem)
def test_drawings(program: Path) -> None:
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
    assert {(record[0][-1], record[1]) for record in records} >= set(itertools.product("KQRBNPkqrbnp", "wb"))


def test_golf() -> None:
    source = GOLF.read_text(encoding="ascii")
    statement = (ROOT / "problems/fen_ascii/statement.md").read_text(encoding="utf-8")
    assert len(source) <= 78
    assert f"\n\n```python\n{source}\n```\n" in statement


def test_driver(tmp_path: Path) -> None:
    """Both functions are demanded; a submission is imported under a name of its own."""
    for source, session, code, stdout, stderr in [
        # A session sees the two functions and Python's own names, nothing else of a submission.
        (f"print = repr = len = None\n{FUNCTIONS}", f"print(repr({CALL[6:-2]}))\n", 0, "'grid'\n", ""),
        (FEN2GRID, CALL, 1, "", "no function grid2fen in the submission\n"),
        (f"input()\n{FUNCTIONS}", CALL, 1, "", f"{GONE}\n"),
        (f"import os; os.read(0, 9999)\n{FUNCTIONS}", CALL, 1, "", f"{GONE}\n"),
        (f"{FUNCTIONS}\n\nif __name__ == '__main__':\n    input()\n", CALL, 0, "grid\n", ""),
    ]:
        (tmp_path / "submission.py").write_text(source)
        done = start(str(FOLDER / "driver.py"), str(tmp_path / "submission.py"), stdin=session)
        assert (done.code, done.out, done.err) == (code, stdout, stderr)


@pytest.mark.parametrize("path", GRIDS, ids=lambda path: path.stem)
def test_grids(path: Path) -> None:
    """Both directions agree with python-chess for every placeholder that is allowed."""
    functions = runpy.run_path(str(path))
    fen2grid, grid2fen = functions["fen2grid"], functions["grid2fen"]
    odd = [chess.BaseBoard(None), chess.BaseBoard("/".join(["rnbqkbnr", "PPPPPPPP"] * 4))]
    for number, board in enumerate([*odd, *positions(2, 130)]):
        fen, empty = board.board_fen(), PLACEHOLDERS[number % len(PLACEHOLDERS)]
        assert fen2grid(fen, empty) == grid_of(board, empty)
        assert grid2fen(grid_of(board, empty), empty) == fen
        assert fen2grid(fen) == grid_of(board, "*")
        assert grid2fen(grid_of(board, "*")) == fen


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
