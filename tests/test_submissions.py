"""The submissions of the repository: what statements say of them, and what finds those that are wrong.

`judge check`, a step of `.ci/run`, proves that each gets the verdict that its folder names.
"""

import json
import re
from pathlib import Path

import pytest

from tests import inside
from tests.running import LONG_TIMEOUT, ROOT, SYSTEM_PYTHON, start

SUBMISSIONS = sorted(ROOT.glob("problems/*/submissions/*/*.*"))
PYTHON = [path for path in SUBMISSIONS if path.suffix == ".py"]
# What is too slow for large inputs has no small one that shows it.
SLOW = "time_limit_exceeded"
WRONG = [path for path in SUBMISSIONS if path.parent.name not in ("accepted", SLOW)]
# What only a large input shows.
NOT_FOUND = {
    *("reads_64_kib", "chunk_of_4096_bytes", "recursion", "hundred_records_at_most"),
    "short_lines_skipped",  # it takes a rare record
}
MOST_LINES, MOST_MOVES = 3, 6

# problem id -> path of a submission below problems/<id> -> name of a case -> its verdict
Matrix = dict[str, dict[str, dict[str, str]]]


def name(path: Path) -> str:
    """Return a short name of a submission."""
    return f"{path.parents[2].name}-{path.stem}"


def verdicts(problem_id: str, *options: str) -> dict[str, dict[str, str]]:
    """Judge all submissions of a problem but the slow ones; return the verdict of each case."""
    folder = ROOT / "problems" / problem_id
    paths = [path for path in SUBMISSIONS if path.is_relative_to(folder) and path.parent.name != SLOW]
    words = ("-m", "judge", "run", *map(str, paths), "--problem", problem_id, "--python", SYSTEM_PYTHON)
    outcome = start(*words, "--json", "-", *options, timeout=LONG_TIMEOUT)
    judged = json.loads(outcome.out)["submissions"]
    return {
        str(path.relative_to(folder)): {case["name"]: case["verdict"] for case in one["cases"]}
        for path, one in zip(paths, judged, strict=True)
    }


@pytest.fixture(scope="session")
def matrix() -> Matrix:
    """Return the verdict of every submission on every case of its problem; they are run once for all."""
    return {problem_id: verdicts(problem_id) for problem_id in inside.PROBLEM_IDS}


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
def test_a_named_case_catches_it(problem_id: str, matrix: Matrix) -> None:
    """The paragraph that links to a wrong program names a case that the program fails."""
    for link, named in linked(problem_id).items():
        if not link.startswith(f"submissions/{SLOW}/"):
            caught = {case for case, verdict in matrix[problem_id][link].items() if verdict != "AC"}
            assert caught & set(named), link


@pytest.mark.long
@pytest.mark.parametrize("problem_id", inside.PROBLEM_IDS)
def test_fork_or_fresh(problem_id: str, matrix: Matrix) -> None:
    """Every submission gets the same verdicts from a forked interpreter and from a new one."""
    assert verdicts(problem_id, "--fresh") == matrix[problem_id]


@pytest.mark.long
@pytest.mark.parametrize(
    "path", [path for path in WRONG if path.suffix == ".py" and path.stem not in NOT_FOUND], ids=name
)
def test_stress_finds_it(path: Path) -> None:
    """The smallest input is three lines at most, or a game of six moves."""
    outcome = start("-m", "judge", "stress", str(path), "--seconds", "30", timeout=LONG_TIMEOUT)
    assert outcome.code == 1, outcome.out + outcome.err
    shown = re.search(r"^    (?:stdin|args )    (.*\n(?: {13}.*\n)*)", outcome.out, re.MULTILINE)
    assert shown is not None
    lines = shown[1].splitlines()
    assert len(lines) <= MOST_LINES
    if path.parents[2].name == "pawn_moves" and len(lines) == 2:
        assert len(lines[1].split()) <= MOST_MOVES
