"""Judges submissions: builds each once and runs its cases in parallel."""

import itertools
import math
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import FIRST_EXCEPTION, wait
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Protocol, Self, TypeVar

from judge.core import verdict
from judge.core.building import Failure, Runner
from judge.core.errors import InputError, fail
from judge.core.model import Case, CaseResult, Language, Submission, SubmissionResult, Verdict
from judge.core.session import Session, Settings

T = TypeVar("T")
U = TypeVar("U")


class Screen(Protocol):
    """Where people see how far a command is."""

    def say(self, message: object) -> None:
        """Print a line beside the report."""

    def print(self, lines: Sequence[list[tuple[str, str]]]) -> None:
        """Print lines of the report: texts with their styles."""

    def progress(self, total: int | None, what: str = "cases") -> AbstractContextManager[Callable[[], None]]:
        """Show progress while the block runs; yields the function that advances it."""


class Judge:
    """What a command needs to judge: settings, screen, and a session with its own processes and folders."""

    def __init__(self, settings: Settings, root: Path, languages: Iterable[Language], screen: Screen) -> None:
        """Begin to start a sandbox for programs in these languages. Raises InputError."""
        self.settings = settings
        self.screen = screen
        self.session = Session(settings, root, languages, screen.say)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """End all processes and remove what was built."""
        self.session.close()

    def runner(self, submission: Submission, fork: bool = False, content: bytes | None = None) -> Runner:
        """What runs a submission (see Runner). Raises InputError."""
        return Runner(self.session, submission, fork, content)

    def each(self, function: Callable[[T], U], items: Sequence[T], what: str) -> list[U]:
        """Call a function for all items, as many at a time as there are jobs, behind a progress bar.

        What one call raises ends all programs that run, and is raised.
        """
        results = []
        with self.screen.progress(len(items), what) as advance, self.session.threads() as pool:
            for result in pool.map(function, items):
                results.append(result)
                advance()
        return results


class Judging:
    """One submission judged on its cases; the `result` may be asked for at any time."""

    def __init__(self, judge: Judge, submission: Submission, cases: Sequence[Case]) -> None:
        self.submission = submission
        self.cases = cases
        self.runner: Runner | None = None
        self._judge = judge
        self._results: dict[int, CaseResult] = {}
        self._first_failure = math.inf

    @property
    def failure(self) -> Failure | None:
        """Why the submission cannot run, as far as it is known."""
        return self.runner.failure if self.runner is not None else None

    def build(self) -> None:
        """Build the submission. Raises InputError."""
        settings = self._judge.settings
        # For one case of each job, it is faster to start an interpreter than to keep one.
        fork = not settings.fresh and len(self.cases) > settings.jobs
        self.runner = self._judge.runner(self.submission, fork)
        self.runner.build()

    def judge(self, number: int) -> None:
        """Judge one case after `build`; with --fail-fast only if no earlier one has failed."""
        is_over = self._judge.settings.fail_fast and self._first_failure < number
        if self.runner is None or self.failure is not None or is_over:
            return
        result = self.runner.run(self.cases[number])
        self._results[number] = result
        if result.verdict is not Verdict.AC:
            self._first_failure = min(number, self._first_failure)

    def result(self) -> SubmissionResult:
        """The outcome of the cases judged so far."""
        failure, total = self.failure, len(self.cases)
        if failure is not None:
            return SubmissionResult(self.submission, failure.verdict, total, (), failure.message)
        numbers = sorted(self._results)
        if self._judge.settings.fail_fast:
            numbers = [number for number in numbers if number <= self._first_failure]
        cases = tuple(self._results[number] for number in numbers)
        overall = verdict.overall([case.verdict for case in cases])
        known = overall is not Verdict.AC or len(cases) == total
        return SubmissionResult(self.submission, overall if known else None, total, cases)


def build_all(
    judge: Judge, judgings: Sequence[Judging], on_fault: Callable[[InputError], None] = fail
) -> list[Judging]:
    """Build all; report failures to `on_fault` and leave them out."""

    def is_built(judging: Judging) -> bool:
        try:
            judging.build()
        except InputError as error:
            on_fault(error)
            return False
        return True

    with judge.session.threads() as pool:
        return list(itertools.compress(judgings, list(pool.map(is_built, judgings))))


def judge_all(judge: Judge, judgings: Sequence[Judging], what: str = "cases") -> None:
    """Judge what has been built. Whatever interrupts it ends all programs at once."""
    total = sum(len(one.cases) for one in judgings)
    with judge.screen.progress(total, what) as advance, judge.session.threads() as pool:

        def judge_case(one: Judging, number: int) -> None:
            one.judge(number)
            advance()

        tasks = [
            pool.submit(judge_case, one, number)
            for one in judgings
            if one.failure is None
            for number in range(len(one.cases))
        ]
        for task in wait(tasks, return_when=FIRST_EXCEPTION).done:  # not to be woken up for each case
            task.result()
