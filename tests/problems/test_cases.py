"""The reference solutions are right on every case of the test data."""

import json
from typing import Any

import pytest

from tests import inside
from tests.running import start, with_own_store

CASES = [(problem_id, case.name) for problem_id in inside.PROBLEM_IDS for case in inside.cases(problem_id)]


@pytest.fixture(scope="module")
def results() -> dict[tuple[str, str], Any]:
    outcome = start("-m", "judge", "run", "--json", "-", env=with_own_store())
    submissions = json.loads(outcome.out)["submissions"]
    return {(one["problem"], case["name"]): case for one in submissions for case in one["cases"]}


@pytest.mark.parametrize(("problem_id", "name"), CASES)
def test_case(results: dict[tuple[str, str], Any], problem_id: str, name: str) -> None:
    assert results[problem_id, name]["verdict"] == "AC", results[problem_id, name]
