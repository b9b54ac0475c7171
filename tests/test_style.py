"""ruff, its formatter and mypy --strict have no complaint."""

import pytest

from tests.running import ROOT, start


@pytest.mark.parametrize(
    "words",
    [
        pytest.param(["ruff", "check"], id="ruff check"),
        pytest.param(["ruff", "format", "--check"], id="ruff format"),
        pytest.param(["mypy"], id="mypy", marks=pytest.mark.long),
        pytest.param(["mypy", "--platform", "darwin", "judge"], id="mypy on macOS", marks=pytest.mark.long),
    ],
)
def test_clean(words: list[str]) -> None:
    outcome = start("-m", *words, cwd=ROOT)
    assert outcome.code == 0, outcome.out + outcome.err
