"""The reference solutions are right on every case of the test data."""

import json
import os
from typing import Any

import pytest

from tests import inside
from tests.running import start

CASES = [(problem_id, case.name) for problem_id in inside.PROBLEM_IDS for case in inside.cases(problem_id)]


@pytest.fixture(scope="module")
def results() -> dict[tuple[str, str], Any]:
    """The results of all cases, by problem and name.

    Generated inputs come from the user's own store, as in every `judge run`: they are made once, not for each
    run of the tests.
    """
    env = {name: value for name, value in os.environ.items() if name != "JUDGE_CACHE"}
    outcome = start("-m", "judge", "run", "--json", "-", env=env)
    submissions = json.loads(outcome.out)["submissions"]
    return {(one["problem"], case["name"]): case for one in submissions for case in one["cases"]}


@pytest.mark.parametrize(("problem_id", "name"), CASES)
def test_case(results: dict[tuple[str, str], Any], problem_id: str, name: str) -> None:
    assert results[problem_id, name]["verdict"] == "AC", results[problem_id, name]
