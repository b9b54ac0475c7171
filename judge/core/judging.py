"""Judges submissions: builds each once, runs its cases in parallel and collects the results."""

import math
from collections.abc import Callable, Sequence
from concurrent.futures import as_completed

from judge.core import verdict
from judge.core.gate import Gate
from judge.core.model import CaseResult, Submission, SubmissionResult, Verdict
from judge.core.session import Built, Session


class Judging:
    """One judging of several submissions; `results` may be asked at any time."""

    def __init__(self, session: Session, submissions: Sequence[Submission]) -> None:
        self._session = session
        self._submissions = submissions
        self._built: list[Built] = []
        self._cases: list[dict[int, CaseResult]] = [{} for _ in submissions]
        self._first_failure: list[float] = [math.inf for _ in submissions]
        self._gate = Gate()

    def run(self, on_case: Callable[[], None] = lambda: None) -> None:
        """Judge everything; `on_case` is called after each case. Raises InputError.

        Whatever interrupts it ends all programs at once.
        """
        with self._session.threads() as pool:
            self._built = list(pool.map(self._session.build, self._submissions))
            futures = [
                pool.submit(self._judge_case, index, number)
                for index, built in enumerate(self._built)
                if built.program is not None
                for number in range(len(built.submission.cases))
            ]
            for future in as_completed(futures):
                future.result()
                on_case()

    def _judge_case(self, index: int, number: int) -> None:
        """Judge one case; with --fail-fast only if no earlier one of the submission has failed."""
        if self._session.settings.fail_fast and self._first_failure[index] < number:
            return
        built = self._built[index]
        case = built.submission.cases[number]
        with self._gate.together():
            result = self._session.run_case(built, case)
        if result.run.stopped == "wall" and self._session.settings.jobs > 1:
            # It may have waited for the other cases to let it compute.
            with self._gate.alone():
                result = self._session.run_case(built, case)
        self._cases[index][number] = result
        if result.verdict is not Verdict.AC:
            self._first_failure[index] = min(number, self._first_failure[index])

    def results(self) -> list[SubmissionResult]:
        """Return what has been judged so far."""
        return [self._result(index, built) for index, built in enumerate(self._built)]

    def _result(self, index: int, built: Built) -> SubmissionResult:
        if built.failure is not None:
            return SubmissionResult(built.submission, built.language, built.verdict, (), built.failure)
        numbers = sorted(self._cases[index])
        if self._session.settings.fail_fast:
            numbers = [number for number in numbers if number <= self._first_failure[index]]
        cases = tuple(self._cases[index][number] for number in numbers)
        overall = verdict.overall([result.verdict for result in cases])
        return SubmissionResult(built.submission, built.language, overall, cases)
