"""Judges submissions: builds each once and runs its cases in parallel."""

import math
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Protocol, Self, TypeVar

from judge.core import verdict
from judge.core.building import Runner
from judge.core.model import Case, CaseResult, Submission, SubmissionResult, Verdict
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

    def __init__(self, settings: Settings, root: Path, screen: Screen) -> None:
        """Begin to start a sandbox."""
        self.settings = settings
        self.screen = screen
        self.session = Session(settings, root, screen.say)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """End all processes and remove what was built."""
        self.session.close()

    def runner(self, submission: Submission, fork: bool = False, content: bytes | None = None) -> Runner:
        """A Runner of this submission. Raises InputError."""
        return Runner(self.session, submission, fork, content)

    def each(self, function: Callable[[T], U], items: Sequence[T], what: str) -> list[U]:
        """Call a function for all items, as many at a time as there are jobs, behind a progress bar.

        An error in one of the calls ends all programs that run, and is raised.
        """
        from concurrent.futures import FIRST_EXCEPTION, wait  # as Session.threads does

        with self.screen.progress(len(items), what) as advance, self.session.threads() as pool:

            def call(item: T) -> U:
                result = function(item)
                advance()
                return result

            tasks = [pool.submit(call, item) for item in items]
            done = wait(tasks, return_when=FIRST_EXCEPTION).done  # not to be woken up for each item
            return [task.result() for task in tasks if task in done]


class Judging:
    """One submission judged on its cases; the `result` may be asked for at any time."""

    def __init__(self, judge: Judge, submission: Submission, cases: Sequence[Case]) -> None:
        """Raises InputError where the submission cannot be read."""
        settings = judge.settings
        self.cases = cases
        # For one case of each job, it is faster to start an interpreter than to keep one.
        self.runner = judge.runner(submission, fork=not settings.fresh and len(cases) > settings.jobs)
        self._fail_fast = settings.fail_fast
        self._results: dict[int, CaseResult] = {}
        self._first_failure = math.inf

    def judge(self, number: int) -> None:
        """Judge one case; with --fail-fast only if no earlier one has failed. Raises InputError."""
        if self.runner.failure is not None or (self._fail_fast and self._first_failure < number):
            return
        case = self.cases[number]
        printed = bytearray()
        result = self.runner.run(case, observe=None if case.answered else printed.extend)
        self._results[number] = result._replace(output=bytes(printed))
        if result.verdict is not Verdict.AC:
            self._first_failure = min(number, self._first_failure)

    def result(self) -> SubmissionResult:
        """The outcome of the cases judged so far."""
        submission, failure, total = self.runner.submission, self.runner.failure, len(self.cases)
        if failure is not None:
            return SubmissionResult(submission, failure.verdict, total, (), failure.message)
        last = self._first_failure if self._fail_fast else total
        cases = tuple(self._results[number] for number in sorted(self._results) if number <= last)
        overall = verdict.overall([case.verdict for case in cases])
        is_compared = any(case.answered for case in self.cases)
        known = overall is not Verdict.AC or (len(cases) == total and is_compared)
        return SubmissionResult(submission, overall if known else None, total, cases)


def judge_all(judge: Judge, judgings: Sequence[Judging]) -> None:
    """Build all, then judge all cases. Raises InputError."""
    with judge.session.threads() as pool:
        list(pool.map(lambda one: one.runner.build(), judgings))
    able = [one for one in judgings if one.runner.failure is None]
    pairs = [(one, number) for one in able for number in range(len(one.cases))]
    judge.each(lambda pair: pair[0].judge(pair[1]), pairs, "cases")
