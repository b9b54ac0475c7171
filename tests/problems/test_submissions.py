"""The submissions of the repository: what statements say of them, and what finds those that are wrong.

`judge check`, a step of `.ci/run`, checks that each gets the verdict that its folder names, from a case
that the statement names.
"""

import json
import re
import shutil
from pathlib import Path
from typing import Any

import pytest

from tests import inside
from tests.running import LONG_TIMEOUT, ROOT, start

SUBMISSIONS = sorted(ROOT.glob("problems/*/submissions/*/*.*"))
PYTHON = [path for path in SUBMISSIONS if path.suffix == ".py"]
# What is too slow for large inputs has no small one that shows it.
SLOW = "time_limit_exceeded"
WRONG = [path for path in SUBMISSIONS if path.parent.name not in ("accepted", SLOW)]
# What only a large input shows.
NOT_FOUND = {
    *("reads_64_kib", "chunk_of_4096_bytes", "recursion", "hundred_records_at_most"),
    *("line_ends_block_by_block", "count_of_one_digit"),
    "short_lines_skipped",  # it takes a rare record
}
MOST_LINES, MOST_MOVES = 3, 6
FOUND = [path for path in WRONG if path.suffix == ".py" and path.stem not in NOT_FOUND]
SAMPLE = 8  # one in this many is tried


def name(path: Path) -> str:
    """Return a short name of a submission."""
    return f"{path.parents[2].name}-{path.stem}"


@pytest.mark.parametrize("path", [path for path in PYTHON if path in WRONG], ids=name)
def test_mistakes_are_described(path: Path) -> None:
    """A wrong program begins with one sentence that says what it does wrong."""
    assert re.match(r'"""[A-Z][^\n]*\."""\n', path.read_text(encoding="utf-8"))


def linked(problem_id: str) -> dict[str, list[str]]:
    """Return the wrong programs that a statement links to, with the words in code of the same paragraph."""
    statement = (ROOT / "problems" / problem_id / "statement.md").read_text(encoding="utf-8")
    found = {}
    for paragraph in statement.split("\n## Classic mistakes\n")[1].split("\n- "):
        named = re.findall(r"`([a-z]+(?:_[a-z0-9]+)+)`", paragraph)
        for link in re.findall(r"\]\((submissions/\S+)\)", paragraph):
            if not link.startswith("submissions/accepted/"):
                assert link not in found, "in two paragraphs"
                found[link] = named
    return found


@pytest.mark.parametrize("problem_id", inside.PROBLEM_IDS)
def test_statement_links_to_mistakes(problem_id: str) -> None:
    """The list of mistakes has all of them, each in one paragraph."""
    folder = ROOT / "problems" / problem_id
    links = {folder / link for link in linked(problem_id)}
    assert links >= {path for path in WRONG if path.is_relative_to(folder)}
    assert [link for link in links if not link.is_file()] == []


@pytest.mark.long
@pytest.mark.parametrize("problem_id", inside.PROBLEM_IDS)
def test_fork_or_fresh(problem_id: str, tmp_path: Path) -> None:
    """Every Python program fares the same with the sample, forked and newly started for each case."""
    shutil.copytree(ROOT / "problems" / problem_id, tmp_path / "problems" / problem_id)
    (tmp_path / "testdata" / problem_id).mkdir(parents=True)
    shutil.copy(ROOT / f"testdata/{problem_id}/sample.yaml", tmp_path / "testdata" / problem_id)
    programs = [str(path) for path in PYTHON if path.is_relative_to(ROOT / "problems" / problem_id)]
    words = ("-m", "judge", "run", *programs, "--problem", problem_id, "--root", str(tmp_path), "--json", "-")
    forked, fresh = (
        json.loads(start(*words, *options, timeout=LONG_TIMEOUT).out)["submissions"]
        for options in ((), ("--fresh",))
    )
    assert len(forked) == len(programs)
    assert [outcomes(one) for one in forked] == [outcomes(one) for one in fresh]


def outcomes(submission: dict[str, Any]) -> list[tuple[str, ...]]:
    """Return what does not depend on the time that a submission took."""
    keys = ("name", "verdict", "exit_code", "signal", "difference", "stderr")
    return [tuple(case[key] for key in keys) for case in submission["cases"]]


@pytest.mark.long
@pytest.mark.parametrize("path", FOUND[::SAMPLE], ids=name)
def test_stress_finds_it(path: Path) -> None:
    """The smallest input is three lines at most, or a game of six moves."""
    outcome = start("-m", "judge", "stress", str(path), "--seconds", "120", timeout=LONG_TIMEOUT)
    assert outcome.code == 1, outcome.out + outcome.err
    shown = re.search(r"^    (?:stdin|args )    (.*\n(?: {13}.*\n)*)", outcome.out, re.MULTILINE)
    assert shown is not None
    lines = shown[1].splitlines()
    assert len(lines) <= MOST_LINES
    if path.parents[2].name == "pawn_moves" and len(lines) == 2:
        assert len(lines[1].split()) <= MOST_MOVES
