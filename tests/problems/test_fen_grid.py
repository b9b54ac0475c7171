"""fen_grid: the driver, and python-chess as oracle."""

import runpy
from pathlib import Path

import chess
import pytest

from tests.problems.programs import grid_of, positions, solution
from tests.running import ROOT, start

FOLDER = ROOT / "problems/fen_grid"
RIGHT = [solution("fen_grid"), *sorted((FOLDER / "submissions/accepted").glob("*.py"))]
PLACEHOLDERS = [sign for sign in map(chr, range(128)) if sign not in "KQRBNPkqrbnp\n"]
CALL = "print(fen2grid('8/8/8/8/8/8/8/8'))\n"
FEN2GRID = "def fen2grid(fen, empty='*'):\n    return 'grid'\n\n\n"
GONE = "the session is gone: nothing may be read from stdin on import"
FUNCTIONS = f"{FEN2GRID}def grid2fen(grid, empty='*'):\n    return 'fen'\n"


@pytest.mark.parametrize(
    ("source", "session", "code", "stdout", "stderr"),
    [
        # A session sees the two functions and Python's own names, nothing else of a submission.
        (f"print = repr = len = None\n{FUNCTIONS}", f"print(repr({CALL[6:-2]}))\n", 0, "'grid'\n", ""),
        (FEN2GRID, CALL, 1, "", "no function grid2fen in the submission\n"),
        (f"input()\n{FUNCTIONS}", CALL, 1, "", f"{GONE}\n"),
        (f"import os; os.read(0, 9999)\n{FUNCTIONS}", CALL, 1, "", f"{GONE}\n"),
        (f"{FUNCTIONS}\n\nif __name__ == '__main__':\n    input()\n", CALL, 0, "grid\n", ""),
    ],
    ids=["other names", "function missing", "reads", "reads all", "main is not run"],
)
def test_driver(tmp_path: Path, source: str, session: str, code: int, stdout: str, stderr: str) -> None:
    """Both functions are demanded; a submission is imported under a name of its own."""
    (tmp_path / "submission.py").write_text(source)
    done = start(str(FOLDER / "driver.py"), str(tmp_path / "submission.py"), stdin=session)
    assert (done.code, done.out, done.err) == (code, stdout, stderr)


@pytest.mark.parametrize("path", RIGHT, ids=lambda path: path.stem)
def test_oracle(path: Path) -> None:
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
