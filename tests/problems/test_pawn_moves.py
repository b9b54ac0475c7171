"""pawn_moves: what the programs tolerate beyond the statement, an independent oracle, and its parts."""

import ast
import functools
import random
import re
import runpy
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple
from xml.etree import ElementTree

import chess
import pytest
import yaml

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "problems/pawn_moves"
SOLUTION = ROOT / "solutions/pawn_moves.py"
ACCEPTED = FOLDER / "submissions/accepted"
BOTH = pytest.mark.parametrize("program", [SOLUTION, ACCEPTED / "fast.py"], ids=lambda path: path.stem)
FILES = "abcdefgh"
COLOURS = {"white": chess.WHITE, "black": chess.BLACK}


@pytest.fixture(autouse=True)
def _root_on_path(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(ROOT))


def run(program: Path, stdin: bytes) -> bytes:
    """Run a program and return what it prints."""
    done = subprocess.run([sys.executable, program], input=stdin, capture_output=True, timeout=60)
    assert (done.returncode, done.stderr) == (0, b"")
    return done.stdout


class Case(NamedTuple):
    """A case of the test data; its answers as numbers, none if only their hash is known."""

    name: str
    group: str
    text: str
    answers: list[int]

    @property
    def games(self) -> list[str]:
        """Its games, without their line ends."""
        count, *games = re.split("\r?\n", self.text)
        return games[: int(count)]


@functools.cache
def cases() -> tuple[Case, ...]:
    """Return the cases of the test data."""
    return tuple(read_cases())


def read_cases() -> Iterator[Case]:
    """Yield the cases of the test data, with the generated inputs."""
    from problems.pawn_moves.generator import generate

    folder = ROOT / "testdata/pawn_moves"
    for path in sorted(folder.glob("*.yaml")):
        for case in yaml.safe_load(path.read_text(encoding="utf-8")):
            if "generate" in case:
                recipe = case["generate"]
                yield Case(
                    case["name"], path.stem, generate(random.Random(recipe["seed"]), recipe["size"]), []
                )
                continue
            stdin, stdout = (
                (folder / case[f"{key}_file"]).read_bytes().decode() if f"{key}_file" in case else case[key]
                for key in ("stdin", "stdout")
            )
            yield Case(case["name"], path.stem, stdin, list(map(int, stdout.split())))


def named(name: str) -> Case:
    """Return a case."""
    return next(case for case in cases() if case.name == name)


def first_incorrect() -> Callable[[str], int]:
    """Return the function of the reference solution."""
    function: Callable[[str], int] = runpy.run_path(str(SOLUTION))["first_incorrect"]
    return function


# What the programs tolerate


@BOTH
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
    assert run(program, stdin.encode()).decode() == stdout
    assert run(program, stdin.replace("\n", "\r\n").encode()).decode() == stdout


# An independent oracle


def is_correct(board: chess.BaseBoard, source: chess.Square, target: chess.Square) -> bool:
    """Tell whether a pawn may make a move, by python-chess' own tables of attacks and squares."""
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
    """Yield the board before each move, and the move."""
    board = chess.BaseBoard()
    for move in game.split():
        source, target = chess.parse_square(move[:2]), chess.parse_square(move[2:])
        yield board, source, target
        piece = board.remove_piece_at(source)
        assert piece is not None, f"{move}: starts from an empty square"
        board.set_piece_at(target, piece)


def oracle(game: str) -> int:
    """Return the answer for one game, with the board and the moves of pawns of python-chess."""
    for number, (board, source, target) in enumerate(replay(game), 1):
        if board.piece_type_at(source) == chess.PAWN and not is_correct(board, source, target):
            return number
    return 0


@pytest.mark.long
def test_answers_are_those_of_python_chess() -> None:
    """An oracle that others wrote agrees with every expected answer that is written down."""
    for case in cases():
        if case.answers:
            assert list(map(oracle, case.games)) == case.answers, case.name


def test_random_games() -> None:
    """The reference solution and the oracle agree on random games."""
    from problems.pawn_moves.generator import short_games

    judge = first_incorrect()
    games = short_games(random.Random(1), 2000)
    answers = list(map(oracle, games))
    assert [judge(game) for game in games] == answers
    assert 500 < answers.count(0) < 1500


# The test data


def kind_of(board: chess.BaseBoard, square: chess.Square, colour: chess.Color) -> str:
    """Return what stands on a square, for a side."""
    other = board.color_at(square)
    return "empty" if other is None else "own" if other == colour else "enemy"


@pytest.mark.long
@pytest.mark.parametrize("name", COLOURS)
def test_every_displacement(name: str) -> None:
    """Each displacement of up to two files and three rows, from home and elsewhere, onto all contents."""
    colour = COLOURS[name]
    ahead, home = (1, 1) if colour == chess.WHITE else (-1, 6)
    found = set()
    for case in cases():
        if case.group != f"squares_{name}":
            continue
        for game, answer in zip(case.games, case.answers, strict=True):
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
    expected = set()
    for files in range(-2, 3):
        for rows in range(-3, 4):
            for place, row in (("home", 2), ("elsewhere", 4)):
                if not 1 <= row + rows <= 8:
                    continue
                for content in ("own",) if files == rows == 0 else ("empty", "own", "enemy"):
                    for between in ("empty", "own", "enemy") if (files, rows) == (0, 2) else (None,):
                        expected.add((place, files, rows, content, between))
    assert found == expected


def test_sizes() -> None:
    """Cases are as long as their names say, and their answers do not fit where their names say so."""
    judge = first_incorrect()
    for size in (300, 1300, 5000, 70000):
        longest = max(named(f"line_of_{size}_bytes").games, key=len)
        assert 0.99 * size < len(longest) <= 1.1 * size
        assert judge(longest) > 0.99 * len(longest.split())
    case = named("longest_line")
    (game,) = case.games
    assert 1_999_000 < len(case.text) <= 2_000_000
    assert judge(game) > 65535
    games = named("seventy_thousand_games").games
    assert len(games) == 70_000
    assert any(judge(game) for game in games[65536:])


def test_inputs_are_valid() -> None:
    """Every input is one that the statement promises."""
    from problems.pawn_moves.validator import validate

    for case in cases():
        validate(case.text)


# The parts of the problem


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("", 1),
        ("\n", 1),
        ("0\n", 1),
        ("01\ne2e4\n", 1),
        ("70001\n", 1),
        ("one\ne2e4\n", 1),
        ("1 \ne2e4\n", 1),
        ("1", 1),
        ("1\n", 1),
        ("2\ne2e4\n", 1),
        ("2\r\ne2e4\r\n", 1),
        ("1\ne2e4 \n", 2),
        ("1\n e2e4\n", 2),
        ("1\ne2e4  e7e5\n", 2),
        ("1\ne2e4\te7e5\n", 2),
        ("1\ne2e4\n \n", 3),
        ("1\ne2e4\ne7e5\n", 3),
        ("1\n\ne7e5\n", 3),
        ("2\ne2e4\ne2e9\n", 3),
        ("2\ne2e4\ni2e4\n", 3),
        ("1\ne2e4q\n", 2),
        ("1\ne2-e4\n", 2),
        ("1\nE2E4\n", 2),
        ("1\ne3e4\n", 2),
        ("1\ne2e4 e2e3\n", 2),
        ("1\r\ne2e4\n", 1),
        ("1\ne2e4\r\n", 2),
        ("1\ne2e4\r\r\n", 2),
        ("1\ne2e4" + "\n" * 2_000_000, 1),
    ],
    ids=lambda value: repr(value[:20]) if isinstance(value, str) else None,
)
def test_validator_refuses(text: str, line: int) -> None:
    """What the statement does not promise is refused, with its line."""
    from problems.pawn_moves.validator import validate

    with pytest.raises(ValueError, match=rf"^line {line}: "):
        validate(text)


@pytest.mark.parametrize(
    "text",
    ["1\n\n", "1\r\n\r\n", "1\ne2e4", "1\r\ne2e4", "1\ne2e5\n\n\n", "2\n\ne2e4", "2\ne2e4\n\n", "1\n\n\n"],
    ids=repr,
)
def test_validator_accepts(text: str) -> None:
    """What the statement promises is accepted."""
    from problems.pawn_moves.validator import validate

    validate(text)


def test_generator_draws_what_is_promised() -> None:
    """Line ends of all kinds, empty games also at the end, incorrect moves; and never anything else."""
    from problems.pawn_moves.generator import generate, shrink
    from problems.pawn_moves.validator import validate

    texts = [generate(random.Random(seed), 1 + seed % 3) for seed in range(3000)]
    texts += [generate(random.Random(seed), 30) for seed in range(20)]
    for text in texts:
        validate(text)
    assert any("\r\n" in text for text in texts)
    assert any(not text.endswith("\n") for text in texts)
    assert any(text.endswith("\n\n\n\n") for text in texts)
    assert any("\n\n" in text[:-3] for text in texts)
    for text in texts[:50]:
        for smaller in shrink(text):
            validate(smaller)
            assert smaller != text
            assert len(smaller) <= len(text) + 2


def test_pictures() -> None:
    """The drawings beside the statement are those of its samples; there are never more than a dozen."""
    from problems.pawn_moves.picture import pictures

    expected = {"initial_position": pictures("1\n\n")[0]}
    for sample, name in ((1, "sample"), (2, "sample_empty_lines")):
        for game, drawing in enumerate(pictures(named(name).text), 1):
            expected[f"sample_{sample}_game_{game}"] = drawing
    shown = {path.stem: path.read_text(encoding="utf-8") for path in FOLDER.glob("*.svg")}
    assert shown.items() <= expected.items()
    statement = (FOLDER / "statement.md").read_text(encoding="utf-8")
    assert set(re.findall(r"\]\((\w+)\.svg\)", statement)) == shown.keys()
    assert len(pictures("30\r\n" + "e2e4\r\n" * 29 + "e2e5")) == 12
    for case in cases():
        if len(case.text) < 100_000:
            for drawing in pictures(case.text):
                ElementTree.fromstring(drawing)


def test_pictures_know_the_rules() -> None:
    """A drawing says the same of a game as the oracle."""
    from problems.pawn_moves.generator import short_games, text_of
    from problems.pawn_moves.picture import pictures

    for seed in range(50):
        games = short_games(random.Random(seed), 12)
        for game, drawing in zip(games, pictures(text_of(games)), strict=True):
            found = re.search("before move ([0-9]+): .* is incorrect", drawing)
            assert oracle(game) == (int(found[1]) if found else 0)


def test_reference_is_short() -> None:
    """The reference solution is 10 to 40 lines, without blank lines, comments and docstrings."""
    source = SOLUTION.read_text(encoding="ascii")
    tree = ast.parse(source)
    skipped = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.FunctionDef) and ast.get_docstring(node):
            text = node.body[0]
            assert text.end_lineno is not None
            skipped |= set(range(text.lineno, text.end_lineno + 1))
    lines = [
        line
        for number, line in enumerate(source.splitlines(), 1)
        if number not in skipped and line.strip() and not line.strip().startswith("#")
    ]
    assert 10 <= len(lines) <= 40


def test_fast_cuts_chunks_anywhere() -> None:
    """fast.py prints the same with chunks of any size."""
    case = named("hundred_games")
    expected = " ".join(map(str, case.answers)) + "\n"
    script = (
        "import runpy, sys\n"
        f"main = runpy.run_path({str(ACCEPTED / 'fast.py')!r})['main']\n"
        "main.__globals__['CHUNK'] = int(sys.argv[1])\n"
        "main()\n"
    )
    for chunk in (1, 2, 5, 23, 100, 1000):
        done = subprocess.run(
            [sys.executable, "-c", script, str(chunk)],
            input=case.text.encode(),
            capture_output=True,
            timeout=60,
        )
        assert (done.stdout.decode(), done.stderr) == (expected, b""), chunk


def test_memory_of_fast_does_not_grow(tmp_path: Path) -> None:
    """Ten times the games take no more memory, give or take the buffers of a chunk."""
    script = (
        "import runpy, sys\n"
        f"runpy.run_path({str(ACCEPTED / 'fast.py')!r}, run_name='__main__')\n"
        "peak = [line.split()[1] for line in open('/proc/self/status') if line.startswith('VmHWM')]\n"
        "print(peak[0], file=sys.stderr)\n"
    )
    peaks = []
    for count in (10_000, 100_000):
        path = tmp_path / f"{count}.txt"
        path.write_text(f"{count}\n" + "g1f3 b8c6 f3g1 c6b8 e2e4 e7e5\n" * count)
        with path.open("rb") as stdin:
            done = subprocess.run(
                [sys.executable, "-c", script], stdin=stdin, capture_output=True, timeout=60
            )
        assert done.stdout.split() == [b"0"] * count
        peaks.append(int(done.stderr))
    assert peaks[1] < peaks[0] + 1024, "KiB"
