"""fen_grid: the driver, and python-chess as oracle."""

import ast
import contextlib
import io
import runpy
import subprocess
import sys
from pathlib import Path

import chess
import pytest

from tests import inside
from tests.problems.programs import cases, grid_of, positions, solution
from tests.running import ROOT, TIMEOUT

FOLDER = ROOT / "problems/fen_grid"
RIGHT = [solution("fen_grid"), *sorted((FOLDER / "submissions/accepted").glob("*.py"))]
PIECES = "KQRBNPkqrbnp"
PLACEHOLDERS = [sign for sign in map(chr, range(128)) if sign not in PIECES + "\n"]
CALL = "print(fen2grid('8/8/8/8/8/8/8/8'))\n"
FEN2GRID = "def fen2grid(fen, empty='*'):\n    return 'grid'\n\n\n"
FUNCTIONS = f"{FEN2GRID}def grid2fen(grid, empty='*'):\n    return 'fen'\n"


def drive(folder: Path, source: str, session: str) -> subprocess.CompletedProcess[str]:
    (folder / "submission.py").write_text(source)
    words = [sys.executable, str(FOLDER / "driver.py"), str(folder / "submission.py")]
    return subprocess.run(words, input=session, capture_output=True, encoding="utf-8", timeout=TIMEOUT)


@pytest.mark.parametrize(
    "first",
    [
        *("input()", "import sys; sys.stdin.read()", "import sys; sys.stdin.buffer.read()"),
        "import os; os.read(0, 9999)",
    ],
)
def test_reading_on_import_takes_the_session_away(first: str, tmp_path: Path) -> None:
    """The driver names the reason; the verdict is RE."""
    done = drive(tmp_path, f"{first}\n\n{FUNCTIONS}", CALL)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == "the session is gone: nothing may be read from stdin on import\n"
    # A part of a long session is gone: the rest is no Python, or prints less than expected.
    done = drive(tmp_path, f"{first}\n\n{FUNCTIONS}", CALL * 1000)
    assert done.returncode != 0 or done.stdout.count("\n") < 1000


@pytest.mark.parametrize(
    ("source", "session", "code", "stdout", "stderr"),
    [
        # A session sees the two functions and Python's own names, nothing else of a submission.
        (f"print = repr = len = None\n{FUNCTIONS}", f"print(repr({CALL[6:-2]}))\n", 0, "'grid'\n", ""),
        (FEN2GRID, CALL, 1, "", "no function grid2fen in the submission\n"),
        (f"{FUNCTIONS}\n\nif __name__ == '__main__':\n    input()\n", CALL, 0, "grid\n", ""),
    ],
    ids=["other names", "function missing", "main is not run"],
)
def test_driver(tmp_path: Path, source: str, session: str, code: int, stdout: str, stderr: str) -> None:
    """Both functions are demanded; a submission is imported under a name of its own."""
    done = drive(tmp_path, source, session)
    assert (done.returncode, done.stdout) == (code, stdout)
    assert done.stderr == stderr


def test_driver_is_valid_for_old_pythons() -> None:
    ast.parse((FOLDER / "driver.py").read_text(encoding="ascii"), feature_version=(3, 6))


@pytest.mark.parametrize("path", RIGHT, ids=lambda path: path.stem)
def test_oracle(path: Path) -> None:
    """Both directions agree with python-chess for every placeholder that is allowed."""
    functions = runpy.run_path(str(path))
    fen2grid, grid2fen = functions["fen2grid"], functions["grid2fen"]
    odd = [chess.BaseBoard(None), chess.BaseBoard("/".join(["rnbqkbnr", "PPPPPPPP"] * 4))]
    for number, board in enumerate([*odd, *positions(2, 400)]):
        fen, empty = board.board_fen(), PLACEHOLDERS[number % len(PLACEHOLDERS)]
        assert fen2grid(fen, empty) == grid_of(board, empty)
        assert grid2fen(grid_of(board, empty), empty) == fen
        assert fen2grid(fen) == grid_of(board, "*")
        assert grid2fen(grid_of(board, "*")) == fen


def to_grid(fen: str, empty: str = "*") -> str:
    assert empty in PLACEHOLDERS
    return grid_of(chess.BaseBoard(fen), empty)


def to_fen(grid: str, empty: str = "*") -> str:
    """The placement of a grid with one placeholder, by python-chess."""
    assert empty in PLACEHOLDERS
    assert set(grid) <= set(PIECES + "\n" + empty)
    rows = grid.split("\n")
    assert [len(row) for row in rows] == [8] * 8
    board = chess.BaseBoard(None)
    for row, squares in enumerate(rows):
        for file, letter in enumerate(squares):
            if letter != empty:
                board.set_piece_at(chess.square(file, 7 - row), chess.Piece.from_symbol(letter))
    return board.board_fen()


def test_answers_are_those_of_python_chess() -> None:
    """With functions by python-chess, sessions print the expected output and keep the promises."""
    for case in cases("fen_grid"):
        with contextlib.redirect_stdout(io.StringIO()) as printed:
            exec(compile(case.stdin, case.name, "exec"), {"fen2grid": to_grid, "grid2fen": to_fen})
        assert printed.getvalue() == case.stdout, case.name


def test_drawn_placeholders() -> None:
    assert set(inside.part("fen_grid", "generator").PLACEHOLDERS) <= set(PLACEHOLDERS)
