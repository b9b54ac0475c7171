"""The repository is clean: ruff, its formatter and mypy --strict have nothing to say."""

import pytest

from tests.running import ROOT, start


@pytest.mark.parametrize("words", [["ruff", "check"], ["ruff", "format", "--check"], ["mypy"]], ids=" ".join)
def test_clean(words: list[str]) -> None:
    """No complaint."""
    outcome = start("-m", *words, cwd=ROOT)
    assert outcome.code == 0, outcome.out + outcome.err
