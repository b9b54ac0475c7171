"""Judges submissions: builds each once and runs its cases in parallel."""

import itertools
import math
import threading
from collections import defaultdict
from collections.abc import Callable, Sequence
from concurrent.futures import FIRST_EXCEPTION, Executor, wait
from typing import Final

from judge.core import languages, verdict
from judge.core.building import Built, build, checked, run_case
from judge.core.errors import InputError, fail
from judge.core.model import Case, CaseResult, Submission, SubmissionResult, Verdict
from judge.core.session import Session

# After this number of cases that are TLE again when alone, others of the submission need no second run.
ENOUGH_AGAIN: Final = 3
BESIDE_OTHERS: Final = "not judged alone"


class Judging:
    """One submission judged on its cases; the `result` may be asked for at any time."""

    def __init__(self, session: Session, submission: Submission, cases: Sequence[Case]) -> None:
        self._session = session
        self.submission = submission
        self.cases = cases
        self.built: Built | None = None
        self._results: dict[int, CaseResult] = {}
        self._unsure: set[int] = set()
        self._first_failure = math.inf
        self._lock = threading.Lock()

    def build(self) -> None:
        """Build the submission. Raises InputError."""
        # For one case of each job, it is faster to start an interpreter than to keep one.
        fork = not self._session.settings.fresh and len(self.cases) > self._session.settings.jobs
        self.built = build(self._session, self.submission, fork)

    def judge(self, number: int, alone: bool) -> bool:
        """Judge one case; with --fail-fast only if no earlier one has failed.

        Returns False when the clock stopped it and it was not `alone`: it may have waited for others.
        """
        if self._session.settings.fail_fast and self._first_failure < number:
            return True
        built = self.built
        assert built is not None
        if built.program is None:
            return True
        result = run_case(self._session, built, self.cases[number])
        self._results[number] = result
        if result.run.stopped == "wall" and not alone:
            self._unsure.add(number)
            return False
        self._unsure.discard(number)
        if result.verdict is Verdict.RE:
            # Whether it could run at all is only asked now, so that right programs do not pay for it.
            with self._lock:
                self.built = checked(self._session, self.built or built)
        if result.verdict is not Verdict.AC:
            self._first_failure = min(number, self._first_failure)
        return True

    def judge_again(self, pool: Executor, numbers: Sequence[int], on_case: Callable[[], None]) -> None:
        """Judge cases that the clock stopped alone; when the first are all TLE again, the others stay TLE.

        If one of them is not, something has slowed down this program, and all are judged alone.
        """
        confirmed = 0.0
        for number in numbers:
            if confirmed < ENOUGH_AGAIN:
                pool.submit(self.judge, number, True).result()
                is_again = self._results[number].verdict is Verdict.TLE
                confirmed = confirmed + 1 if is_again else -math.inf
            self._unsure.discard(number)
            on_case()

    def result(self) -> SubmissionResult:
        """Return what has been judged so far; a case that is still to be judged again says so in its note."""
        built, total = self.built, len(self.cases)
        if built is not None and built.failure is not None:
            return SubmissionResult(self.submission, built.language, built.verdict, total, (), built.failure)
        language = languages.language_of(self.submission.path, self.submission.problem.root)
        numbers = sorted(self._results)
        if self._session.settings.fail_fast:
            numbers = [number for number in numbers if number <= self._first_failure]
        cases = tuple(map(self._noted, numbers))
        sure = [self._results[number].verdict for number in numbers if number not in self._unsure]
        overall = verdict.overall(sure)
        known = overall is not Verdict.AC or len(sure) == total
        return SubmissionResult(self.submission, language.id, overall if known else None, total, cases)

    def _noted(self, number: int) -> CaseResult:
        result = self._results[number]
        return result._replace(note=f"{result.note}; {BESIDE_OTHERS}") if number in self._unsure else result


def build_all(
    session: Session, judgings: Sequence[Judging], on_fault: Callable[[InputError], None] = fail
) -> list[Judging]:
    """Build all submissions; return those that could be, when `on_fault` was told of the others.

    Raises InputError.
    """

    def is_built(judging: Judging) -> bool:
        try:
            judging.build()
        except InputError as error:
            on_fault(error)
            return False
        return True

    with session.threads() as pool:
        return list(itertools.compress(judgings, list(pool.map(is_built, judgings))))


def judge_all(session: Session, judgings: Sequence[Judging], on_case: Callable[[], None]) -> None:
    """Judge what has been built; any thread calls `on_case` after each case. Raises InputError.

    Whatever interrupts it ends all programs at once.
    """
    alone = session.settings.jobs == 1

    def is_judged(one: Judging, number: int) -> bool:
        done = one.judge(number, alone)
        if done:
            on_case()
        return done

    with session.threads() as pool:
        tasks = {
            pool.submit(is_judged, one, number): (one, number)
            for one in judgings
            if one.built is not None and one.built.program is not None
            for number in range(len(one.cases))
        }
        ended, _ = wait(tasks, return_when=FIRST_EXCEPTION)  # this thread need not wake up for each case
        stopped = defaultdict[Judging, list[int]](list)
        for future, (one, number) in tasks.items():
            if future in ended and not future.result():
                stopped[one].append(number)
        for one, numbers in stopped.items():
            one.judge_again(pool, numbers, on_case)
