"""Long inputs with CR LF, cut by the ends of blocks."""

import pytest

from problems.common.fen import records_of_length
from problems.fen_board.validator import validate
from tests import inside
from tests.problems.programs import generated

BLOCK = 65536


@pytest.mark.parametrize("problem_id", ["congo_fen", "fen_board", "pawn_moves"])
def test_crlf_across_blocks(problem_id: str) -> None:
    """Blocks of the input, or of its rest after the first line, end in CR; valid records follow."""
    text = generated(problem_id)["crlf_across_blocks"]
    inside.part(problem_id, "validator").validate(text)
    second_line = text.index("\n") + 1
    for number in range(1, 5):
        end = number * BLOCK + (second_line if number % 2 == 0 else 0)
        assert text[end - 1 : end + 1] == "\r\n"
        assert len(text) > end + 1000
    assert problem_id == "fen_board" or second_line == len("10000\r\n")


def test_records_of_length() -> None:
    """Records fill any number of bytes before the end of a block."""
    for length in range(90, 200):
        text = "\r\n".join(records_of_length(length, "w - - 0 1"))
        assert len(text) == length
        validate(text)
