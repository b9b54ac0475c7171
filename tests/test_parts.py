"""The parts of this repository's problems: statements, test data, generators and validators."""

import itertools
import random
import re

import pytest

from judge.core import testdata
from tests import inside
from tests.running import ROOT

SEEDS = 1000


def text_of(problem_id: str, seed: int, size: int) -> str:
    """Return what the generator of a problem makes of a seed."""
    made: str = inside.part(problem_id, "generator").generate(random.Random(seed), size)
    return made


@pytest.mark.parametrize("problem_id", inside.PROBLEM_IDS)
@pytest.mark.parametrize("seeds", [SEEDS, pytest.param(10 * SEEDS, marks=pytest.mark.long)])
def test_generators_make_valid_inputs(problem_id: str, seeds: int) -> None:
    """Whatever a generator draws, and whatever is smaller, keeps to the format."""
    shrink = inside.part(problem_id, "generator").shrink
    validate = inside.part(problem_id, "validator").validate
    for seed in range(seeds):
        validate(text_of(problem_id, seed, 1 + seed % 3))
    for seed in range(30):
        for text in itertools.islice(shrink(text_of(problem_id, seed, 3)), 50):
            validate(text)


@pytest.mark.parametrize("problem_id", inside.PROBLEM_IDS)
@pytest.mark.parametrize("spoil", [" ", "x"])
def test_validators_are_strict(problem_id: str, spoil: str) -> None:
    """A blank or a character too many is not valid; the message has the line."""
    if inside.problem(problem_id).interface == "functions" and spoil == " ":
        pytest.skip("a session is Python, where this does not matter")
    text = text_of(problem_id, 1, 3)
    with pytest.raises(ValueError, match=r"^line \d+: "):
        inside.part(problem_id, "validator").validate(text.rstrip("\n") + spoil + "\n")


@pytest.mark.parametrize("problem_id", inside.PROBLEM_IDS)
def test_validators_refuse_empty_lines(problem_id: str) -> None:
    """An empty line in the middle is not valid either."""
    first, *rest = text_of(problem_id, 1, 3).splitlines(keepends=True)
    if inside.problem(problem_id).interface == "functions" or not rest:
        pytest.skip("an input is one line, or Python, where this does not matter")
    with pytest.raises(ValueError, match=r"^line \d+: "):
        inside.part(problem_id, "validator").validate("".join([first, "\n", *rest]))


@pytest.mark.parametrize("problem_id", inside.PROBLEM_IDS)
def test_only_the_given_random_is_drawn_from(problem_id: str) -> None:
    """Two generators with the same seed agree, whatever else is drawn in between."""
    first = text_of(problem_id, 5, 20)
    random.seed(99)
    assert text_of(problem_id, 5, 20) == first
    assert text_of(problem_id, 6, 20) != first


@pytest.mark.parametrize("problem_id", inside.PROBLEM_IDS)
def test_shrinking_comes_to_an_end(problem_id: str) -> None:
    """Taking the first smaller input again and again ends."""
    for seed in range(20):
        text = text_of(problem_id, seed, 3)
        for _ in range(2000):
            smaller = next(iter(inside.part(problem_id, "generator").shrink(text)), None)
            if smaller is None:
                break
            assert smaller != text
            text = smaller
        else:
            pytest.fail(f"no end: {text}")


@pytest.mark.parametrize("problem_id", inside.PROBLEM_IDS)
def test_statement(problem_id: str) -> None:
    """A statement has the limits as they are, and names only cases that exist as catching mistakes."""
    problem = inside.problem(problem_id)
    text = problem.statement.read_text(encoding="utf-8")
    limits = problem.limits
    line = (
        f"CPU time {limits.time:g} s, memory {limits.memory >> 20} MiB, "
        f"output {limits.output >> 20} MiB, source {problem.source_limit} bytes."
    )
    assert f"## Limits\n\n{line}\n" in text
    for heading in ("Input", "Output", "Source", "Approach", "Classic mistakes"):
        assert f"\n## {heading}\n" in text
    mistakes = text.split("\n## Classic mistakes\n")[1]
    named = set(re.findall(r"`([a-z]+(?:_[a-z0-9]+)+)`", mistakes))
    assert named <= {case.name for case in testdata.load(ROOT / "testdata" / problem_id)}


@pytest.mark.parametrize("problem_id", inside.PROBLEM_IDS)
def test_no_file_of_test_data_is_unused(problem_id: str) -> None:
    """Beside the YAML files there are only those that a case names."""
    folder = ROOT / "testdata" / problem_id
    text = "".join(path.read_text(encoding="utf-8") for path in folder.glob("*.yaml"))
    others = [path.name for path in folder.iterdir() if path.suffix != ".yaml"]
    assert [name for name in others if f"_file: {name}\n" not in text] == []


@pytest.mark.parametrize("problem_id", inside.PROBLEM_IDS)
def test_there_is_a_naive_answer(problem_id: str) -> None:
    """Each problem has an independent right answer, which others are compared with."""
    assert list(ROOT.glob(f"problems/{problem_id}/submissions/accepted/naive.*"))
