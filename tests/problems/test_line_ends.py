"""Long inputs with CR LF, cut by the ends of blocks."""

import importlib
import random
from pathlib import Path
from typing import Any

import pytest
import yaml

ROOT = Path(__file__).parents[2]
BLOCK = 65536


@pytest.fixture(autouse=True)
def _root_on_path(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(ROOT))


def crlf_across_blocks(problem_id: str) -> str:
    """Return the input of the case of that name."""
    for path in (ROOT / "testdata" / problem_id).glob("*.yaml"):
        case: dict[str, Any]
        for case in yaml.safe_load(path.read_text(encoding="utf-8")):
            if case["name"] == "crlf_across_blocks":
                recipe = case["generate"]
                module = importlib.import_module(f"problems.{problem_id}.generator")
                text: str = module.generate(random.Random(recipe["seed"]), recipe["size"])
                return text
    raise AssertionError


@pytest.mark.parametrize("problem_id", ["congo_fen", "fen_board", "pawn_moves"])
def test_crlf_across_blocks(problem_id: str) -> None:
    """Blocks of the input, or of what follows its first line, end in CR; records follow, all valid."""
    text = crlf_across_blocks(problem_id)
    importlib.import_module(f"problems.{problem_id}.validator").validate(text)
    second_line = text.index("\n") + 1
    for number in range(1, 5):
        end = number * BLOCK + (second_line if number % 2 == 0 else 0)
        assert text[end - 1 : end + 1] == "\r\n"
        assert len(text) > end + 1000
    assert problem_id == "fen_board" or second_line == len("10000\r\n")


def test_records_of_length() -> None:
    """Records fill any number of bytes in front of the end of a block."""
    from problems.common.fen import records_of_length
    from problems.fen_board.validator import validate

    for length in range(90, 200):
        text = "\r\n".join(records_of_length(length, "w - - 0 1"))
        assert len(text) == length
        validate(text)
