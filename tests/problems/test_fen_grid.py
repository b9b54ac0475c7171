"""fen_grid: the driver, an independent oracle, and the problem's parts."""

import ast
import contextlib
import io
import random
import runpy
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import chess
import pytest
import yaml

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "problems/fen_grid"
SOLUTION = ROOT / "solutions/fen_grid.py"
RIGHT = [SOLUTION, *sorted((FOLDER / "submissions/accepted").glob("*.py"))]
PIECES = "KQRBNPkqrbnp"
PLACEHOLDERS = [sign for sign in map(chr, range(128)) if sign not in PIECES + "\n"]
CALL = "print(fen2grid('8/8/8/8/8/8/8/8'))\n"


@pytest.fixture(autouse=True)
def _root_on_path(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(ROOT))


def drive(submission: Path, session: str) -> subprocess.CompletedProcess[str]:
    """Run a session of calls on a submission."""
    return subprocess.run(
        [sys.executable, FOLDER / "driver.py", submission],
        input=session,
        capture_output=True,
        encoding="utf-8",
        timeout=60,
    )


FUNCTIONS = (
    "def fen2grid(fen, empty='*'):\n    return 'grid'\n\n\ndef grid2fen(grid, empty='*'):\n    return 'fen'\n"
)


@pytest.mark.parametrize(
    "first",
    [
        "import sys; sys.stdin.read()",
        "input()",
        "import sys; sys.stdin.buffer.read()",
        "import os; os.read(0, 9999)",
    ],
)
def test_reading_on_import_takes_the_session_away(first: str, tmp_path: Path) -> None:
    """The driver says what has happened, and the verdict is RE."""
    submission = tmp_path / "submission.py"
    submission.write_text(f"{first}\n\n{FUNCTIONS}")
    done = drive(submission, CALL)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == "the session is gone: nothing may be read from stdin on import\n"
    # A part of a long session is gone: the rest is no Python, or prints less than expected.
    done = drive(submission, CALL * 1000)
    assert done.returncode != 0 or done.stdout.count("\n") < 1000


def test_a_submission_uses_names_as_it_likes(tmp_path: Path) -> None:
    """A session sees the two functions and Python's own names, nothing else of a submission."""
    submission = tmp_path / "submission.py"
    submission.write_text(f"print = repr = len = None\n{FUNCTIONS}")
    done = drive(submission, "print(repr(fen2grid('8/8/8/8/8/8/8/8')), len('abc'))\n")
    assert (done.stdout, done.stderr) == ("'grid' 3\n", "")


def test_a_missing_function_is_named(tmp_path: Path) -> None:
    """Both functions are demanded."""
    submission = tmp_path / "submission.py"
    submission.write_text(FUNCTIONS.split("\n\n\n")[0])
    done = drive(submission, CALL)
    assert done.returncode == 1
    assert "grid2fen" in done.stderr


def test_main_is_not_run(tmp_path: Path) -> None:
    """A submission is imported under a name of its own."""
    submission = tmp_path / "submission.py"
    submission.write_text(f"{FUNCTIONS}\n\nif __name__ == '__main__':\n    input()\n")
    assert drive(submission, CALL).stdout == "grid\n"


def functions(path: Path) -> tuple[Callable[..., str], Callable[..., str]]:
    """Return the two functions of a submission."""
    found = runpy.run_path(str(path))
    return found["fen2grid"], found["grid2fen"]


def random_boards(count: int) -> list[chess.BaseBoard]:
    """Return boards of random legal games, an empty one and a full one."""
    chance = random.Random(2)
    position = chess.Board()
    boards = [chess.BaseBoard(None), chess.BaseBoard("/".join(["rnbqkbnr", "PPPPPPPP"] * 4))]
    while len(boards) < count:
        moves = list(position.legal_moves)
        if not moves or position.fullmove_number > 100:
            position = chess.Board()
            continue
        position.push(chance.choice(moves))
        boards.append(chess.BaseBoard(position.board_fen()))
    return boards


def grid_of(board: chess.BaseBoard, empty: str) -> str:
    """Return a board as python-chess prints it, with another placeholder."""
    return str(board).replace(" ", "").replace(".", empty)


@pytest.mark.parametrize("path", RIGHT, ids=lambda path: path.stem)
def test_oracle(path: Path) -> None:
    """Both directions agree with python-chess for every placeholder that is allowed."""
    fen2grid, grid2fen = functions(path)
    for number, board in enumerate(random_boards(500)):
        fen, empty = board.board_fen(), PLACEHOLDERS[number % len(PLACEHOLDERS)]
        assert fen2grid(fen, empty) == grid_of(board, empty)
        assert grid2fen(grid_of(board, empty), empty) == fen
        assert fen2grid(fen) == grid_of(board, "*")
        assert grid2fen(grid_of(board, "*")) == fen


def cases() -> list[dict[str, Any]]:
    """Return the cases that are written down."""
    paths = sorted((ROOT / "testdata/fen_grid").glob("*.yaml"))
    found = [case for path in paths for case in yaml.safe_load(path.read_text(encoding="utf-8"))]
    return [case for case in found if "generate" not in case]


class Checked:
    """The two functions by python-chess; they check their arguments against the promises."""

    @staticmethod
    def fen2grid(fen: str, empty: str = "*") -> str:
        """Return the grid of a placement."""
        assert empty in PLACEHOLDERS
        return grid_of(chess.BaseBoard(fen), empty)

    @staticmethod
    def grid2fen(grid: str, empty: str = "*") -> str:
        """Return the placement of a grid that has no other placeholder."""
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
    """Every session prints what is expected with functions by python-chess; no call breaks a promise."""
    from problems.fen_grid.validator import validate

    for case in cases():
        validate(case["stdin"])
        printed = io.StringIO()
        scope = {"fen2grid": Checked.fen2grid, "grid2fen": Checked.grid2fen}
        with contextlib.redirect_stdout(printed):
            exec(compile(case["stdin"], case["name"], "exec"), scope)
        assert printed.getvalue() == case["stdout"], case["name"]


@pytest.mark.parametrize(
    ("session", "line"),
    [
        ("", 1),
        ("# nothing\n", 1),
        ("x\n)\n", 2),
        (f"{CALL}import os\n", 2),
        (f"{CALL}exec('')\n", 2),
        ("print(fen2grid('8/8/8/8/8/8/8'))\n", 1),
        ("print(fen2grid('8/8/8/8/8/8/8/8 w'))\n", 1),
        ("print(fen2grid('8/8/8/8/8/8/8/8', empty='.'))\n", 1),
        ("print(fen2grid('8/8/8/8/8/8/8/8', 'k'))\n", 1),
        ("print(fen2grid('8/8/8/8/8/8/8/8', '\\n'))\n", 1),
        ("print(fen2grid('8/8/8/8/8/8/8/8', '..'))\n", 1),
        ("print(fen2grid('8/8/8/8/8/8/8/8', '\u00e9'))\n", 1),
        ("print(grid2fen('" + "\\n".join(["........"] * 8) + "'))\n", 1),
        ("print(grid2fen(fen2grid('8/8/8/8/8/8/8/8'), '.'))\n", 1),
    ],
)
def test_validator_refuses(session: str, line: int) -> None:
    """What the statement does not promise is refused, with its line."""
    from problems.fen_grid.validator import validate

    with pytest.raises(ValueError, match=rf"^line {line}: "):
        validate(session)


def test_generator_draws_what_is_promised() -> None:
    """Placeholders of many kinds; what is smaller is valid, too."""
    from problems.fen_grid.generator import PLACEHOLDERS as DRAWN
    from problems.fen_grid.generator import generate, shrink
    from problems.fen_grid.validator import validate

    assert set(DRAWN) <= set(PLACEHOLDERS)
    texts = [generate(random.Random(seed), 1 + seed % 3) for seed in range(500)]
    for text in texts:
        validate(text)
    for text in texts[:10]:
        for smaller in shrink(text):
            validate(smaller)
            assert smaller != text


def test_pictures() -> None:
    """The drawings beside the statement are those of its sample; any session has some, or none."""
    from problems.fen_grid.picture import pictures

    for case in cases():
        drawn = pictures(case["stdin"])
        assert len(drawn) <= 12
        if case["name"] == "sample":
            for number in (1, 3):
                shown = (FOLDER / f"sample_board_{number}.svg").read_text(encoding="utf-8")
                assert shown == drawn[number - 1]


def test_driver_is_valid_for_old_pythons() -> None:
    """Python 3.6 can parse it."""
    ast.parse((FOLDER / "driver.py").read_text(encoding="ascii"), feature_version=(3, 6))
