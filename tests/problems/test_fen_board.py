"""fen_board: tolerated inputs beyond the statement, and python-chess as oracle."""

from pathlib import Path

import chess
import pytest

from tests.problems.programs import accepted, grid_of, positions, run, solution

SOLUTION, NAIVE, FAST = solution("fen_board"), accepted("fen_board", "naive"), accepted("fen_board", "fast")
KINGS, QUEENS = "4k3/8/8/8/8/8/8/4K3", "3q4/8/8/8/8/8/8/3Q4"
FIELDS = "w KQkq e3 10 65536"


def boards(placements: list[str]) -> str:
    return "\n".join(grid_of(chess.BaseBoard(placement)) + "\n" for placement in placements)


@pytest.mark.parametrize("program", [SOLUTION, NAIVE], ids=lambda path: path.stem)
@pytest.mark.parametrize(
    "record",
    [
        *("{}", "{} ", "{}\t{}", "{}  {}", "  {} {}", "\u00a0{}\u00a0{}", "{} \u00a0\t{}\u00a0"),
        *("\n\n{} {}", "{} {}\n \n\t\n", "{} " + 5000 * " " + "{}", "{} w HAha - 0 1"),
    ],
)
def test_tolerance(program: Path, record: str) -> None:
    """Blanks of any kind and number, empty lines anywhere, records of one field, Chess960 castling."""
    text = "".join(record.format(placement, FIELDS) + "\n" for placement in (KINGS, QUEENS))
    for stdin in (text, text.rstrip("\n"), text.replace("\n", "\r\n")):
        assert run(program, stdin) == boards([KINGS, QUEENS])


@pytest.mark.parametrize("program", [SOLUTION, NAIVE, FAST], ids=lambda path: path.stem)
def test_oracle(program: Path) -> None:
    """Also for no board at all."""
    records = [board.fen(en_passant="fen") for board in positions(1, 300)]
    expected = boards([record.split()[0] for record in records])
    for end in ("\n", "\r\n"):
        for tail in ("", 3 * end):
            assert run(program, end.join(records) + tail) == expected
    for stdin in ("", "\n", "\r\n\r\n"):
        assert run(program, stdin) == ""


def test_cut_at_every_byte() -> None:
    text = "\r\n".join([f"{KINGS} {FIELDS}", f"8/8/8/8/8/8/8/8 {FIELDS}", f"{QUEENS} {FIELDS}"]) + "\r\n\r\n"
    expected = run(SOLUTION, text)
    for chunk in range(1, 60):
        assert run(FAST, text, CHUNK=chunk) == expected, chunk
