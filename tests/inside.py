"""The judge's inner functions as tests call them."""

import functools
import importlib
import itertools
import sys
from pathlib import Path
from types import ModuleType, SimpleNamespace
from unittest import mock

import pytest

from judge.authoring import questions
from judge.core import formats, languages
from judge.core.model import Case, CaseResult, Difference, Problem, Submission, SubmissionResult
from judge.core.repository import Repository
from judge.core.verdict import Comparison
from judge.report.explain import explain
from judge.sandbox import Choosing, Mode, Unavailable
from tests.running import ROOT

# A problem is a folder with a problem.yaml.
PROBLEM_IDS = sorted(path.parent.name for path in ROOT.glob("problems/*/problem.yaml"))
# `export` and `site` without the questions that they ask first.
UNASKED = mock.patch.object(questions.Questions, "find", lambda *_: iter(()))


def problem(problem_id: str, root: Path = ROOT) -> Problem:
    return Repository(root).problem(problem_id)


def cases(problem_id: str) -> tuple[Case, ...]:
    """The cases of a problem of this repository; generated ones are not yet filled in."""
    return formats.cases(ROOT / "testdata" / problem_id)


def explained(result: CaseResult, width: int) -> list[str]:
    """The explanation of a case that `mine.py` has failed, line by line."""
    path = Path("mine.py")
    submission = Submission(path, "mine.py", problem(PROBLEM_IDS[0]), languages.language_of(path))
    lines = explain(SubmissionResult(submission, result.verdict, 1, (result,)), result, "AGAIN", width)
    return ["".join(text for text, _ in styled) for styled in lines]


def part(problem_id: str, name: str) -> ModuleType:
    return importlib.import_module(f"problems.{problem_id}.{name}")


@functools.cache
def no_sandbox(mode: Mode = "on") -> str | None:
    """Why this machine has no such sandbox; None if it has."""
    try:
        _, client, _ = Choosing(mode, sys.executable, [], [], None).wait()
        client.close()
    except Unavailable as error:
        return f"needs a sandbox, but {error}"
    return None


def unhurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the clock of `stress` advance 1 ms at each look: what it finds does not depend on the machine."""
    ticks = itertools.count()
    monkeypatch.setattr("judge.commands.stress.time", SimpleNamespace(monotonic=lambda: next(ticks) / 1000))


def compare(expected: bytes, actual: bytes) -> Difference | None:
    """The first difference of two outputs, or None if they are equal."""
    comparison = Comparison(expected)
    comparison.feed(actual)
    return comparison.difference()
