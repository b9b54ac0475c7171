"""The judge's inner names that tests use: where one is renamed, this is the only place to change."""

import functools
import importlib
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

from judge.commands import bench
from judge.commands import mutants as mutants_command
from judge.core import java, languages
from judge.core.errors import CompileError, Faults, InputError
from judge.core.model import Case, CaseResult, Difference, Problem, Submission, SubmissionResult, Verdict
from judge.core.repository import Repository
from judge.core.session import Settings
from judge.core.testdata import load
from judge.core.verdict import Comparison
from judge.report.explain import explain
from judge.report.styled import columns, plain, wrapped
from judge.report.styled import table as layout
from judge.sandbox import Limits, Mode, Run, Unavailable, choose
from judge.sandbox.supervisor.processes import Request
from judge.sandbox.supervisor.processes import broken_limit as first_broken
from tests.running import ROOT

__all__ = [
    "CompileError",
    "InputError",
    "Limits",
    "Run",
    "columns",
    "java",
    "layout",
    "load",
    "plain",
    "wrapped",
]

# A problem is a folder with a problem.yaml.
PROBLEM_IDS = sorted(path.parent.name for path in ROOT.glob("problems/*/problem.yaml"))

HEADERS = [mutants_command.HEADER, bench.HEADER]


def problem(problem_id: str, root: Path = ROOT) -> Problem:
    return Repository(root).problem(problem_id)


def cases(problem_id: str) -> tuple[Case, ...]:
    """The cases of a problem of this repository; generated ones are not yet filled in."""
    return load(ROOT / "testdata" / problem_id)


def settings(**options: Any) -> Settings:
    return Settings(jobs=1, python=languages.interpreter(None), **options)


def selected(root: Path, *words: str, problem: str | None = None) -> list[tuple[str, str, str]]:
    """Target, path and problem of the submissions that command-line words select."""
    with Faults() as faults:
        found = Repository(root).submissions(words, problem, faults)
    return [(one.target, str(one.path), one.problem.id) for one in found]


def explained(
    verdict: str,
    note: str,
    *,
    width: int,
    args: tuple[str, ...] = (),
    stdin: bytes = b"",
    stderr: bytes = b"",
    difference: Difference | None = None,
    line: int = 7,
) -> list[str]:
    """The explanation of a case that `mine.py` has failed, line by line."""
    case = Case("some_case", "the reason" if line else "", "sample", args, stdin, b"", line)
    result = CaseResult(case, Verdict[verdict], Run(exit_code=0, stderr=stderr), note, difference)
    path = Path("mine.py")
    submission = Submission(path, "mine.py", problem(PROBLEM_IDS[0]), languages.language_of(path))
    whole = SubmissionResult(submission, result.verdict, 1, (result,))
    return [
        "".join(text for text, _ in styled) for styled in explain(whole, result, {"again": "AGAIN"}, width)
    ]


def broken_limit(limits: Limits, cpu_s: float, wall_s: float, memory: int) -> str | None:
    """Return what a program that has used this much (s, s, bytes) is stopped for, if anything."""
    return first_broken(Request(**limits._asdict()), cpu_s, wall_s, memory)


def part(problem_id: str, name: str) -> ModuleType:
    return importlib.import_module(f"problems.{problem_id}.{name}")


def suffixes() -> dict[str, tuple[str, str, str]]:
    """Id, title and compiler of each language, by suffix."""
    return {suffix: (one.id, one.title, one.version[0]) for suffix, one in languages.load().items()}


@functools.cache
def no_sandbox(mode: Mode = "on") -> str | None:
    """Why this machine has no such sandbox; None if it has."""
    try:
        *_, choice = choose(mode, sys.executable, [], [])
        choice.client.close()
    except Unavailable as error:
        return f"needs a sandbox, but {error}"
    return None


def compare(expected: bytes, actual: bytes) -> Difference | None:
    """The first difference of two outputs, or None if they are equal."""
    comparison = Comparison(expected)
    comparison.feed(actual)
    return comparison.difference()
