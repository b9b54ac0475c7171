"""pawn_moves: tolerated inputs beyond the statement, python-chess as oracle, the test data."""

import ast
import random
import re
import runpy
from collections.abc import Iterator
from pathlib import Path

import chess
import pytest

from problems.pawn_moves.generator import short_games, text_of
from problems.pawn_moves.picture import pictures
from tests.problems.programs import Case, accepted, cases, generated, run, solution

SOLUTION, FAST = solution("pawn_moves"), accepted("pawn_moves", "fast")
COLOURS = {"white": chess.WHITE, "black": chess.BLACK}
first_incorrect = runpy.run_path(str(SOLUTION))["first_incorrect"]


def named(name: str) -> Case:
    return next(case for case in cases("pawn_moves") if case.name == name)


def games(stdin: str) -> list[str]:
    """The games of an input, without line ends."""
    count, *found = re.split("\r?\n", stdin)
    return found[: int(count)]


def answers(case: Case) -> list[int]:
    return [int(word) for word in case.stdout.split()]


@pytest.mark.parametrize("program", [SOLUTION, FAST], ids=lambda path: path.stem)
@pytest.mark.parametrize(
    ("stdin", "stdout"),
    [
        ("3 \ne2e4 e7e5 e4e5   \nd2d4 d7d5   \na2b3   \n", "3 0 1\n"),
        ("3\n  e2e4 e7e5 e4e5\n  d2d4 d7d5\n  a2b3\n", "3 0 1\n"),
        ("2\ne2e4   e7e5  e4e5\nd2d4\td7d5 \t e2e2\n", "3 3\n"),
        ("2\ne2e4\u00a0e7e5 \u00a0e4e5\nd2d4\u00a0e2e2\u00a0\n", "3 2\n"),
        ("1\n \t\n", "0\n"),
        ("2\ne2e5\n", "1 0\n"),  # the last game is empty, and has no newline
        ("1\na2a4\ne2e5\n", "0\n"),  # more games than announced
        ("1\ne4e5 e3e3 e2e4\n", "0\n"),  # a move from an empty square is passed over
        ("1\nd4e2 e2e4\n", "0\n"),
        ("0\n", ""),
        ("", ""),
    ],
)
def test_tolerance(program: Path, stdin: str, stdout: str) -> None:
    """Blanks of any kind and number, a missing line, moves from empty squares, no games at all."""
    assert run(program, stdin) == run(program, stdin.replace("\n", "\r\n")) == stdout


def is_correct(board: chess.BaseBoard, source: chess.Square, target: chess.Square) -> bool:
    """Whether a pawn may move so, by python-chess' tables of attacks and squares."""
    colour = board.color_at(source)
    assert colour is not None
    if chess.BB_PAWN_ATTACKS[colour][source] & chess.BB_SQUARES[target]:
        return board.color_at(target) == (not colour)
    position = chess.Board(None)
    position.turn = colour
    position.set_piece_map(board.piece_map())
    pushes = {
        move.to_square
        for move in position.generate_pseudo_legal_moves(chess.BB_SQUARES[source])
        if chess.square_file(move.to_square) == chess.square_file(source)
    }
    return target in pushes


def replay(game: str) -> Iterator[tuple[chess.BaseBoard, chess.Square, chess.Square]]:
    """The board before each move, and the move."""
    board = chess.BaseBoard()
    for move in game.split():
        source, target = chess.parse_square(move[:2]), chess.parse_square(move[2:])
        yield board, source, target
        piece = board.remove_piece_at(source)
        assert piece is not None, f"{move}: starts from an empty square"
        board.set_piece_at(target, piece)


def oracle(game: str) -> int:
    """The answer for one game, by python-chess."""
    for number, (board, source, target) in enumerate(replay(game), 1):
        if board.piece_type_at(source) == chess.PAWN and not is_correct(board, source, target):
            return number
    return 0


@pytest.mark.parametrize("seconds", ["few", pytest.param("many", marks=pytest.mark.long)])
def test_answers_are_those_of_python_chess(seconds: str) -> None:
    for case in cases("pawn_moves"):
        if seconds == "many" or len(case.stdin) < 2_000:
            assert list(map(oracle, games(case.stdin))) == answers(case), case.name


def test_random_games() -> None:
    """Reference solution, oracle and drawings agree."""
    drawn = short_games(random.Random(1), 1500)
    expected = list(map(oracle, drawn))
    assert [first_incorrect(game) for game in drawn] == expected
    assert 0.25 < expected.count(0) / len(expected) < 0.75
    for start in range(0, 600, 12):
        shown = pictures(text_of(drawn[start : start + 12]))
        for answer, drawing in zip(expected[start : start + 12], shown, strict=True):
            found = re.search("before move ([0-9]+): .* is incorrect", drawing)
            assert answer == (int(found[1]) if found else 0)


def kind_of(board: chess.BaseBoard, square: chess.Square, colour: chess.Color) -> str:
    """empty, own or enemy."""
    other = board.color_at(square)
    return "empty" if other is None else "own" if other == colour else "enemy"


@pytest.mark.long
@pytest.mark.parametrize("name", COLOURS)
def test_every_displacement(name: str) -> None:
    """Each displacement of up to two files and three rows, from home and elsewhere, onto all contents."""
    colour = COLOURS[name]
    ahead, home = (1, 1) if colour == chess.WHITE else (-1, 6)
    found = set()
    for case in cases("pawn_moves"):
        if case.group != f"squares_{name}":
            continue
        for game, answer in zip(games(case.stdin), answers(case), strict=True):
            *_, (board, source, target) = (
                (board.copy(), source, target) for board, source, target in replay(game)
            )
            assert board.piece_at(source) == chess.Piece(chess.PAWN, colour)
            assert answer in (0, len(game.split())), "the last move decides"
            files = chess.square_file(target) - chess.square_file(source)
            rows = (chess.square_rank(target) - chess.square_rank(source)) * ahead
            place = "home" if chess.square_rank(source) == home else "elsewhere"
            between = kind_of(board, source + 8 * ahead, colour) if (files, rows) == (0, 2) else None
            found.add((place, files, rows, kind_of(board, target, colour), between))
    expected = {
        (place, files, rows, content, between)
        for files in range(-2, 3)
        for rows in range(-3, 4)
        for place, row in (("home", 2), ("elsewhere", 4))
        if 1 <= row + rows <= 8
        for content in (("own",) if files == rows == 0 else ("empty", "own", "enemy"))
        for between in (("empty", "own", "enemy") if (files, rows) == (0, 2) else (None,))
    }
    assert found == expected


def test_sizes() -> None:
    """Cases are as long as their names say, and their answers do not fit where their names say so."""
    inputs = {case.name: case.stdin for case in cases("pawn_moves")} | generated("pawn_moves")
    for size in (300, 1300, 5000, 70000):
        longest = max(games(inputs[f"line_of_{size}_bytes"]), key=len)
        assert 0.99 * size < len(longest) <= 1.1 * size
        assert first_incorrect(longest) > 0.99 * len(longest.split())
    (game,) = games(inputs["longest_line"])
    assert 1_999_000 < len(inputs["longest_line"]) <= 2_000_000
    assert first_incorrect(game) > 65535
    many = games(inputs["seventy_thousand_games"])
    assert len(many) == 70_000
    assert any(first_incorrect(game) for game in many[65536:])


def test_reference_is_short() -> None:
    """The reference solution is 10 to 40 lines, without blank lines, comments and docstrings."""
    tree = ast.parse(SOLUTION.read_text(encoding="ascii"))
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.FunctionDef) and ast.get_docstring(node):
            del node.body[0]
    assert 10 <= len({node.lineno for node in ast.walk(tree) if hasattr(node, "lineno")}) <= 40


def test_fast_cuts_chunks_anywhere() -> None:
    case = named("hundred_games")
    for chunk in (1, 2, 5, 23, 100, 1000):
        assert run(FAST, case.stdin, CHUNK=chunk) == case.stdout, chunk
