"""Expected answers confirmed by python-chess, which others wrote."""

import random
import runpy
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import chess

from judge.core import testdata
from tests.running import ROOT, TIMEOUT

KINDS = ["pawn", "superpawn", "giraffe", "monkey", "elephant", "lion", "crocodile", "zebra"]
POSITIONS = 2000
DRAWINGS = 50
GAMES = 500


def answer(problem_id: str, stdin: str) -> str:
    """Return what a reference solution prints."""
    path = ROOT / f"solutions/{problem_id}.py"
    done = subprocess.run(
        [sys.executable, path], input=stdin.encode(), capture_output=True, timeout=TIMEOUT, check=True
    )
    return done.stdout.decode()


def expected(problem_id: str) -> Iterator[tuple[bytes, bytes]]:
    """Yield stdin and stdout of the test data of a problem."""
    for case in testdata.load(ROOT / "testdata" / problem_id):
        yield case.stdin, case.stdout


def positions(seed: int) -> Iterator[chess.Board]:
    """Yield the positions of random legal games."""
    chance = random.Random(seed)
    while True:
        board = chess.Board()
        for _ in range(chance.randint(20, 200)):
            moves = list(board.legal_moves)
            if not moves:
                break
            board.push(chance.choice(moves))
            yield board


def grid_of(board: chess.BaseBoard, empty: str) -> str:
    """Return the squares of a board as python-chess prints them, with another sign for an empty one."""
    return str(board).replace(" ", "").replace(".", empty)


def test_boards() -> None:
    """Random positions, with all fields of their records."""
    boards = [
        (board.fen(), grid_of(board, ".")) for board, _ in zip(positions(1), range(POSITIONS), strict=False)
    ]
    stdin = "".join(record + "\n" for record, _ in boards)
    assert answer("fen_board", stdin) == "\n\n".join(grid for _, grid in boards) + "\n"


def test_grids() -> None:
    """Random positions in both directions, with many placeholders."""
    functions: dict[str, Any] = runpy.run_path(str(ROOT / "solutions/fen_grid.py"))
    chance = random.Random(2)
    for board, _ in zip(positions(2), range(POSITIONS), strict=False):
        empty = chance.choice("*. /-_+18^$[(?|x0")
        grid = grid_of(board, empty)
        assert functions["fen2grid"](board.board_fen(), empty) == grid
        assert functions["grid2fen"](grid, empty) == board.board_fen()


def test_drawings() -> None:
    """Random positions as ASCII art."""
    for board, _ in zip(positions(3), range(DRAWINGS), strict=False):
        rows = grid_of(board, " ").split("\n")
        assert answer("fen_ascii", board.fen() + "\n") == "".join("|" + "|".join(row) + "|\n" for row in rows)


def test_test_data_of_boards() -> None:
    """The expected boards of the test data are those of python-chess, which also checks the records."""
    for stdin, stdout in expected("fen_board"):
        lines = stdin.decode().replace("\u00a0", " ").splitlines()
        boards = [chess.BaseBoard(line.split()[0]) for line in lines if line.split()]
        assert stdout.decode() == "\n".join(grid_of(board, ".") + "\n" for board in boards)


def pawn_move_is_correct(board: chess.BaseBoard, move: chess.Move) -> bool:
    """Tell whether a pawn may make a move, by python-chess' own tables of attacks and squares."""
    source, target = move.from_square, move.to_square
    colour = board.color_at(source)
    assert colour is not None
    if chess.BB_PAWN_ATTACKS[colour][source] & chess.BB_SQUARES[target]:
        return board.color_at(target) == (not colour)
    lone = chess.Board(None)
    lone.turn = colour
    lone.set_piece_map(board.piece_map())
    lone.clear_stack()
    pushes = {
        pushed.to_square
        for pushed in lone.generate_pseudo_legal_moves(chess.BB_SQUARES[source])
        if chess.square_file(pushed.to_square) == chess.square_file(source)
    }
    return target in pushes


def first_incorrect(game: str) -> int:
    """Return the answer for one game, with the board and the moves of pawns of python-chess."""
    board = chess.BaseBoard()
    for number, text in enumerate(game.split(), 1):
        source, target = chess.parse_square(text[:2]), chess.parse_square(text[2:])
        piece = board.piece_at(source)
        assert piece is not None, f"{text}: test data has no moves from empty squares"
        if piece.piece_type == chess.PAWN and not pawn_move_is_correct(board, chess.Move(source, target)):
            return number
        board.remove_piece_at(source)
        board.set_piece_at(target, piece)
    return 0


def random_game(chance: random.Random) -> str:
    """Return a game of legal moves in which a pawn may go wrong; not where the rules here differ."""
    board = chess.Board()
    moves: list[str] = []
    for _ in range(chance.randint(1, 80)):
        legal = [
            move
            for move in board.legal_moves
            if not (move.promotion or board.is_en_passant(move) or board.is_castling(move))
        ]
        if not legal:
            break
        if chance.random() < 0.02:
            pawns = [square for square in chess.SQUARES if board.piece_type_at(square) == chess.PAWN]
            source = chance.choice(pawns)
            near = [target for target in chess.SQUARES if chess.square_distance(source, target) <= 2]
            return " ".join([*moves, chess.square_name(source) + chess.square_name(chance.choice(near))])
        move = chance.choice(legal)
        board.push(move)
        moves.append(move.uci())
    return " ".join(moves)


def test_games() -> None:
    """Random games, correct and incorrect."""
    chance = random.Random(4)
    games = [random_game(chance) for _ in range(GAMES)]
    answers = [first_incorrect(game) for game in games]
    stdin = "".join(f"{line}\n" for line in (GAMES, *games))
    assert list(map(int, answer("pawn_moves", stdin).split())) == answers
    assert answers.count(0) > GAMES / 10
    assert len(answers) - answers.count(0) > GAMES / 10


def test_test_data_of_games() -> None:
    """The expected answers of the test data are those of python-chess."""
    for stdin, stdout in expected("pawn_moves"):
        if not stdin:
            assert stdout == b""
            continue
        count, *games = stdin.decode().split("\n")
        answers = [first_incorrect(game) for game in games[: int(count)]]
        assert stdout.decode().split() == list(map(str, answers))


def test_congo_listing_is_the_position() -> None:
    """An expected listing, read back, gives the position: no piece is lost, moved or doubled."""
    names = dict(zip(KINDS, "PSGMELCZ", strict=True))
    for stdin, stdout in expected("congo_fen"):
        records = [line.split() for line in stdin.decode().splitlines()[1:] if line.split()]
        listings = stdout.decode().split("\n\n") if stdout else []
        assert len(listings) == len(records)
        for (placement, side, _), listing in zip(records, listings, strict=True):
            *lines, last = listing.strip("\n").split("\n")
            assert last == f"side to play: {'white' if side in 'wW' else 'black'}"
            board = [["." for _ in range(7)] for _ in range(7)]
            for line in lines:
                label, squares = line.split(":")
                colour, name = label.split()
                for square in squares.split():
                    letter = names[name] if colour == "white" else names[name].lower()
                    board[7 - int(square[1])]["abcdefg".index(square[0])] = letter
                assert squares.split() == sorted(squares.split())
            spelled = "".join("." * int(one) if one.isdecimal() else one for one in placement)
            assert "/".join(map("".join, board)) == spelled
