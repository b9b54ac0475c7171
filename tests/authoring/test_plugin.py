"""pytest collects the cases of a repository and explains their failures."""

import os
import re

import pytest

from tests.running import Outcome, Repository, start


def run_pytest(repository: Repository, *words: str) -> Outcome:
    """Run pytest in a repository, with the judge's plugin and nothing else."""
    alone = {**os.environ, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    words = ("-m", "pytest", "-p", "judge.authoring.pytest_plugin", "-q", *words)
    return start(*words, cwd=repository.root, env=alone)


@pytest.fixture
def failing(repository: Repository) -> Repository:
    repository.cases(("one", "a\n", "a\n"), ("two_records", "b\n", "c\n"), ("three", "", ""))
    return repository


def test_every_case_is_an_item(failing: Repository) -> None:
    """A failure is the judge's explanation, not a traceback."""
    outcome = run_pytest(failing, "testdata/echo")
    assert outcome.code == 1
    assert "1 failed, 2 passed" in outcome.out
    assert "WA two_records  echo, echo/sample.yaml, line 5" in outcome.out
    again = " -m pytest -p judge.authoring.pytest_plugin testdata/echo/sample.yaml::two_records\n"
    assert again in outcome.out
    assert "Traceback" not in outcome.out and "pytest_plugin.py" not in outcome.out


def test_selection(failing: Repository) -> None:
    """-k and --lf select cases."""
    assert "1 failed, 1 passed, 1 deselected" in run_pytest(failing, "testdata", "-k", "not three").out
    assert re.search("^1 failed in", run_pytest(failing, "testdata", "--lf").out, re.M)


def test_bad_test_data(failing: Repository) -> None:
    """The loader's message is shown as a collection error."""
    failing.write("testdata/echo/bad.yaml", "- broken\n")
    failing.write("elsewhere/echo/x.yaml", "- broken\n")  # only testdata/<id>/*.yaml is test data
    outcome = run_pytest(failing, ".")
    assert outcome.code == 2
    assert "bad.yaml:1:3: " in outcome.out
    assert "Traceback" not in outcome.out and "elsewhere" not in outcome.out
