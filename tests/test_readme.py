"""What the README shows is what the judge prints, and what it links to exists."""

import re
import shutil
from pathlib import Path

import pytest

from tests import inside
from tests.running import ROOT, TIMEOUT, judge

README = (ROOT / "README.md").read_text(encoding="utf-8")
PAGES = [*ROOT.glob("*.md"), *ROOT.glob("judge/*.md"), *ROOT.glob("problems/*/*.md")]
FAILURE, SESSION = re.findall(r"^```text\n(.*?)^```$", README, re.DOTALL | re.MULTILINE)
# What differs from one machine to the next: how the judge was started, and how fast it is.
CHANGING = re.compile(r"(?<=again    ).*(?= run| stress)|\d+(?= a second)")


@pytest.mark.parametrize(
    ("shown", "mistake", "words"),
    [
        (FAILURE, "fen_board/submissions/wrong_answer/no_blank_line.py", ("run", "--case", "two_records")),
        (
            SESSION.partition("\n")[2],
            "pawn_moves/submissions/wrong_answer/jumps_over_a_piece.py",
            ("stress", "--seconds", str(TIMEOUT)),
        ),
    ],
    ids=["failure", "session"],
)
def test_example(
    shown: str, mistake: str, words: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each example is the output for a program with a classic mistake."""
    monkeypatch.setattr(inside.stress, "SHRINK_LIMIT", TIMEOUT)  # a busy machine takes longer
    name = f"{mistake.partition('/')[0]}.py"
    shutil.copy(ROOT / "problems" / mistake, tmp_path / name)
    outcome = judge(words[0], name, *words[1:], cwd=tmp_path)
    assert outcome.code == 1, outcome.err
    printed = outcome.out.replace(f" --seconds {TIMEOUT}", "")
    assert CHANGING.sub("?", printed).startswith(CHANGING.sub("?", shown))


def test_length() -> None:
    """It is read in a few minutes."""
    assert 600 <= len(README.split()) <= 900


@pytest.mark.parametrize(
    "path", [*ROOT.glob("*.md"), *ROOT.glob("judge/*.md"), *ROOT.glob("problems/*/*.md")]
)
def test_links(path: Path) -> None:
    """Every link to a file leads somewhere."""
    for target in re.findall(r"\]\(([^)#]+)\)", path.read_text(encoding="utf-8")):
        assert target.startswith("https://") or (path.parent / target).exists(), target
