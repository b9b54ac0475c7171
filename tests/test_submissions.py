"""The mistakes of the repository, and what finds them; `check` proves that each gets its verdict."""

import importlib
import itertools
import random
import re
from pathlib import Path

import pytest

from judge.core import languages
from judge.core.problems import Repository as Problems
from judge.tools import statement
from tests.conftest import ROOT, start

PROBLEMS = Problems(ROOT)
SUBMISSIONS = sorted(
    path for path in ROOT.glob("problems/*/submissions/*/*") if path.suffix in languages.load()
)
MISTAKEN = [path for path in SUBMISSIONS if path.parent.name != "accepted"]
# What is too slow for large inputs, or too small for them, has no small one; one needs a rare record.
NOT_FOUND = {
    *("one_growing_answer", "replays_the_game", "reads_64_kib", "chunk_of_4096_bytes", "recursion"),
    *("hundred_records_at_most", "short_lines_skipped"),
}
MOST_LINES, MOST_MOVES = 3, 6


def name(path: Path) -> str:
    """Return a short name of a submission."""
    return f"{path.parents[2].name}-{path.stem}"


@pytest.mark.parametrize("problem_id", PROBLEMS.ids)
def test_there_are_enough(problem_id: str) -> None:
    """At least ten mistakes a problem, each described by one sentence."""
    mistakes = [path for path in MISTAKEN if path.parents[2].name == problem_id]
    assert len(mistakes) >= 10
    for path in mistakes:
        if path.suffix == ".py":
            assert re.match(r'"""[A-Z][^\n]*\."""\n', path.read_text(encoding="utf-8")), path


@pytest.mark.parametrize("problem_id", PROBLEMS.ids)
def test_statement_links_to_them(problem_id: str) -> None:
    """The list of mistakes has all of them; `check` proves that a case named there catches each."""
    problem = PROBLEMS.problem(problem_id)
    lines = problem.statement.read_text(encoding="utf-8").splitlines()
    links = {problem.folder / link for item in statement.mistakes(lines) for link in item.links}
    mistakes = {path for path in MISTAKEN if path.parents[2].name == problem_id}
    assert mistakes - links == set()
    assert links - mistakes <= {path for path in SUBMISSIONS if path.parent.name == "accepted"}


@pytest.mark.parametrize("problem_id", PROBLEMS.ids)
def test_generators_make_valid_inputs(problem_id: str) -> None:
    """Whatever a generator draws, and whatever is simpler, keeps to the format."""
    generator = importlib.import_module(f"problems.{problem_id}.generator")
    validate = importlib.import_module(f"problems.{problem_id}.validator").validate
    for seed in range(10_000):
        validate(generator.generate(random.Random(seed), 1 + seed % 3))
    for seed in range(30):
        for text in itertools.islice(generator.shrink(generator.generate(random.Random(seed), 3)), 50):
            validate(text)


@pytest.mark.parametrize("problem_id", [one for one in PROBLEMS.ids if one != "fen_grid"])
@pytest.mark.parametrize("spoil", [" \n", "x\n", "\n \n"])
def test_validators_are_strict(problem_id: str, spoil: str) -> None:
    """A blank, a character or a line too many is not valid; the message has the line."""
    validate = importlib.import_module(f"problems.{problem_id}.validator").validate
    text = importlib.import_module(f"problems.{problem_id}.generator").generate(random.Random(1), 3)
    validate(text.rstrip("\r\n") + "\n")
    with pytest.raises(ValueError, match=r"^line \d+: "):
        validate(text.rstrip("\r\n") + spoil)


@pytest.mark.parametrize(
    "path", [path for path in MISTAKEN if path.suffix == ".py" and path.stem not in NOT_FOUND], ids=name
)
def test_stress_finds_it(path: Path) -> None:
    """The smallest input is three lines at most, or a game of six moves."""
    outcome = start("-m", "judge", "stress", str(path), "--seconds", "30", cwd=ROOT)
    assert outcome.code == 1, outcome.out + outcome.err
    shown = re.search(r"^    (?:stdin|args )    (.*\n(?: {13}.*\n)*)", outcome.out, re.MULTILINE)
    assert shown is not None
    lines = shown[1].splitlines()
    assert len(lines) <= MOST_LINES
    if path.parents[2].name == "pawn_moves" and len(lines) == 2:
        assert len(lines[1].split()) <= MOST_MOVES
