"""The mistakes of the repository, and what finds them; `check` proves that each gets its verdict."""

import importlib
import itertools
import random
import re
from pathlib import Path

import pytest
from judge.tools.batch import Batch
from judge.tools.inputs import Input, load_generator

from judge.core import languages, testdata
from judge.core.problems import Repository as Problems
from judge.core.session import Session, Settings
from judge.tools.mutants import is_failure
from tests.conftest import ROOT, start

PROBLEMS = Problems(ROOT)
SUBMISSIONS = sorted(ROOT.glob("problems/*/submissions/*/*.py"))
MISTAKEN = [path for path in SUBMISSIONS if path.parent.name != "accepted"]
# What is too slow for large inputs has no small one.
NOT_FOUND = {"one_growing_answer", "replays_the_game"}
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
        assert re.match(r'"""[A-Z][^\n]*\."""\n', path.read_text(encoding="utf-8")), path


@pytest.mark.parametrize("problem_id", PROBLEMS.ids)
def test_statement_links_to_them(problem_id: str) -> None:
    """The list of mistakes has all of them, each in one paragraph with a case that catches it."""
    problem = PROBLEMS.problem(problem_id)
    cases = {case.name: case for case in testdata.load(problem.test_data)}
    mistakes = {path for path in MISTAKEN if path.parents[2].name == problem_id}
    mistakes -= {path for path in mistakes if path.parent.name == "time_limit_exceeded"}
    statement = problem.statement.read_text(encoding="utf-8").split("\n## Classic mistakes\n")[1]
    settings = Settings(jobs=1, python=languages.interpreter(None))
    with Session(settings, ROOT, [], print) as session:
        batch = Batch(session, problem)
        for paragraph in statement.split("\n- "):
            named = [cases[name] for name in re.findall(r"`([a-z]+(?:_[a-z0-9]+)+)`", paragraph)]
            for link in re.findall(r"\]\((submissions/\S+)\)", paragraph):
                path = problem.statement.parent / link
                if path in mistakes:
                    mistakes.remove(path)
                    runs = [Input(case.args, case.stdin) for case in named]
                    answers = batch.answers(path.name, path.read_bytes(), runs, problem.limits.time)
                    assert any(map(is_failure, named, answers)), path
                else:
                    assert path.parent.name == "time_limit_exceeded" and path.is_file()
    assert mistakes == set()


@pytest.mark.parametrize("problem_id", PROBLEMS.ids)
def test_generators_make_valid_inputs(problem_id: str) -> None:
    """Whatever a generator draws, and whatever is simpler, keeps to the format."""
    generator = load_generator(PROBLEMS.problem(problem_id))
    validate = importlib.import_module(f"problems.{problem_id}.validator").validate
    for seed in range(10_000):
        validate(generator.generate(random.Random(seed), 1 + seed % 3))
    for seed in range(30):
        for text in itertools.islice(generator.shrink(generator.generate(random.Random(seed), 3)), 50):
            validate(text)


@pytest.mark.parametrize("problem_id", PROBLEMS.ids)
@pytest.mark.parametrize("spoil", ["\n", " ", "x", "\r\n"])
def test_validators_are_strict(problem_id: str, spoil: str) -> None:
    """A blank, a line or a character too many is not valid; the message has the line."""
    validate = importlib.import_module(f"problems.{problem_id}.validator").validate
    text = load_generator(PROBLEMS.problem(problem_id)).generate(random.Random(1), 3)
    if problem_id == "fen_grid" and spoil != "x":
        pytest.skip("a session is Python, where this does not matter")
    with pytest.raises(ValueError, match=r"^line \d+: "):
        validate(text.rstrip("\n") + spoil + "\n")
    with pytest.raises(ValueError, match="newline at"):
        validate(text.rstrip("\n"))


@pytest.mark.parametrize("path", [path for path in MISTAKEN if path.stem not in NOT_FOUND], ids=name)
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
