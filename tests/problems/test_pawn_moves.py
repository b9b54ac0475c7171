"""pawn_moves: python-chess as oracle of random games and of the test data."""

import itertools
import random
import re
import runpy
from collections.abc import Iterator
from typing import NamedTuple

import chess

from problems.pawn_moves.generator import short_games, text_of
from problems.pawn_moves.picture import pictures
from tests.problems.programs import accepted, cases, run, solution

SOLUTION, FAST = solution("pawn_moves"), accepted("pawn_moves", "fast")
first_incorrect = runpy.run_path(str(SOLUTION))["first_incorrect"]


class PawnMove(NamedTuple):
    """A pawn's move, its number in the game, and the colours of the pawn and of what is on its target."""

    number: int
    source: chess.Square
    target: chess.Square
    colour: chess.Color
    content: chess.Color | None
    is_correct: bool


def is_correct(board: chess.Board, source: chess.Square, target: chess.Square) -> bool:
    """Whether a pawn may move so, by python-chess' tables of attacks and squares."""
    if chess.BB_PAWN_ATTACKS[board.turn][source] & chess.BB_SQUARES[target]:
        return board.color_at(target) == (not board.turn)
    pushes = {
        move.to_square
        for move in board.generate_pseudo_legal_moves(chess.BB_SQUARES[source])
        if chess.square_file(move.to_square) == chess.square_file(source)
    }
    return target in pushes


def replay(game: str) -> Iterator[PawnMove]:
    """The moves of pawns, up to the first that is incorrect."""
    board = chess.Board()
    for number, move in enumerate(game.split(), 1):
        source, target = chess.parse_square(move[:2]), chess.parse_square(move[2:])
        piece = board.piece_at(source)
        assert piece is not None, f"{move}: starts from an empty square"
        if piece.piece_type == chess.PAWN:
            board.turn = piece.color
            made = is_correct(board, source, target)
            yield PawnMove(number, source, target, piece.color, board.color_at(target), made)
            if not made:
                return
        board.remove_piece_at(source)
        board.set_piece_at(target, piece)


def oracle(game: str) -> int:
    """The answer for one game, by python-chess."""
    return next((move.number for move in replay(game) if not move.is_correct), 0)


def test_random_games() -> None:
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
    missing = {
        (source, target, content)
        for colour, names in {chess.WHITE: "e2 e4 e8", chess.BLACK: "e7 e5 e1"}.items()
        for source in map(chess.parse_square, names.split())
        for target in chess.SQUARES
        for content in ([colour] if target == source else [None, chess.WHITE, chess.BLACK])
    }
    for case in cases("pawn_moves"):
        count, *rest = case.stdin.split("\n")
        games = [game.rstrip() for game in rest[: int(count)]]
        assert case.stdout.split() == [str(oracle(game)) for game in games], case.name
        for move in itertools.chain.from_iterable(map(replay, games)):
            missing.discard((move.source, move.target, move.content))
            files = chess.square_file(move.target) - chess.square_file(move.source)
            ranks = chess.square_rank(move.target) - chess.square_rank(move.source)
            distances.discard((move.colour, files, ranks))
    assert not missing
    assert not distances


def test_fast_cuts_chunks_anywhere() -> None:
    case = next(case for case in cases("pawn_moves") if case.name == "hundred_games")
    for chunk in (1, 2, 5, 23, 100, 1000):
        assert run(FAST, case.stdin, CHUNK=chunk) == case.stdout, chunk
