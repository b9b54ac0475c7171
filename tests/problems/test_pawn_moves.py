"""pawn_moves: python-chess as oracle of random games and of the test data."""

import random
import re
import runpy
from collections.abc import Iterator

import chess

from problems.pawn_moves.generator import short_games, text_of
from problems.pawn_moves.picture import pictures
from tests.problems.programs import accepted, cases, run, solution

SOLUTION, FAST = solution("pawn_moves"), accepted("pawn_moves", "fast")
first_incorrect = runpy.run_path(str(SOLUTION))["first_incorrect"]


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


def test_random_games() -> None:
    """Reference solution, oracle and drawings agree."""
    drawn = short_games(random.Random(1), 400)
    expected = list(map(oracle, drawn))
    assert [first_incorrect(game) for game in drawn] == expected
    assert 0.25 < expected.count(0) / len(expected) < 0.75
    for start in range(0, 400, 10):
        shown = pictures(text_of(drawn[start : start + 10]))
        for answer, drawing in zip(expected[start : start + 10], shown, strict=True):
            found = re.search("before move ([0-9]+): .* is incorrect", drawing)
            assert answer == (int(found[1]) if found else 0)


def test_every_displacement() -> None:
    """The answers are the oracle's; pawns try all distances, and all squares from three ranks of one file."""
    distances = {
        (colour, files, ranks)
        for colour, behind, ahead in ((chess.WHITE, -7, 6), (chess.BLACK, -6, 7))
        for files in range(-7, 8)
        for ranks in range(behind, ahead + 1)
    }
    origins = {chess.WHITE: "e2 e4 e8", chess.BLACK: "e7 e5 e1"}
    missing = {
        (source, target, content)
        for colour, names in origins.items()
        for source in map(chess.parse_square, names.split())
        for target in chess.SQUARES
        for content in ([colour] if target == source else [None, chess.WHITE, chess.BLACK])
    }
    for case in cases("pawn_moves"):
        count, *rest = case.stdin.split("\n")
        games = [game.rstrip() for game in rest[: int(count)]]
        assert case.stdout.split() == [str(oracle(game)) for game in games], case.name
        for game in games:
            for board, source, target in replay(game):
                if board.piece_type_at(source) == chess.PAWN:
                    missing.discard((source, target, board.color_at(target)))
                    files = chess.square_file(target) - chess.square_file(source)
                    ranks = chess.square_rank(target) - chess.square_rank(source)
                    distances.discard((board.color_at(source), files, ranks))
                    if not is_correct(board, source, target):
                        break
    assert not missing
    assert not distances


def test_fast_cuts_chunks_anywhere() -> None:
    case = next(case for case in cases("pawn_moves") if case.name == "hundred_games")
    for chunk in (1, 2, 5, 23, 100, 1000):
        assert run(FAST, case.stdin, CHUNK=chunk) == case.stdout, chunk
