"""fen_board: python-chess as oracle."""

from pathlib import Path

import chess
import pytest

from tests.problems.programs import accepted, grid_of, positions, run, solution


def boards(placements: list[str]) -> str:
    return "\n".join(grid_of(chess.BaseBoard(placement)) + "\n" for placement in placements)


@pytest.mark.parametrize(
    "program", [solution("fen_board"), accepted("fen_board", "naive")], ids=lambda path: path.stem
)
def test_oracle(program: Path) -> None:
    """Also for no board at all."""
    records = [board.fen(en_passant="fen") for board in positions(1, 300)]
    expected = boards([record.split()[0] for record in records])
    for end in ("\n", "\r\n"):
        for tail in ("", 4 * end):
            assert run(program, end.join(records) + tail) == expected
        for stdin in ("", end, 3 * end):
            assert run(program, stdin) == ""
