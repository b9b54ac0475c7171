"""Which case catches which submission, asked one fact at a time."""

from collections.abc import Sequence
from pathlib import Path

from judge.authoring.facts import Facts
from judge.core import verdict
from judge.core.model import Case, CaseResult, Submission, SubmissionResult, Verdict


class Matrix:
    """Results of submissions on cases, in the order of both; safe for several threads."""

    def __init__(self, judge: Facts, submissions: Sequence[Submission], cases: Sequence[Case]) -> None:
        """Read all submissions. Raises InputError."""
        self.cases = cases
        self._runners = {one.path: judge.runner(one, fork=True) for one in submissions}
        self._results: dict[tuple[Path, str], CaseResult] = {}

    def result(self, submission: Submission, case: Case) -> CaseResult | None:
        """None for a submission that cannot be run. Raises InputError."""
        runner, key = self._runners[submission.path], (submission.path, case.name)
        if key not in self._results and runner.build() is None:
            self._results[key] = runner.run(case)
        return self._results.get(key)

    def results(self, submission: Submission) -> None:
        """Ask for all cases of a submission. Raises InputError."""
        for case in self.cases:
            self.result(submission, case)

    def rerun(self, submission: Submission, case: Case) -> CaseResult:
        """Run once more what is too near a limit to be a fact. Raises InputError."""
        return self._runners[submission.path].run(case)

    def catches(self, case: Case, submission: Submission) -> bool:
        """Whether a submission fails at a case. Raises InputError."""
        self.result(submission, case)
        return self.is_known_to_catch(case, submission)

    def is_known_to_catch(self, case: Case, submission: Submission) -> bool:
        """Whether a submission has failed at a case; nothing is run."""
        result = self._results.get((submission.path, case.name))
        return result is not None and result.verdict is not Verdict.AC

    def first_failure(self, submission: Submission) -> Case | None:
        """The first case that catches a submission. Raises InputError."""
        return next((case for case in self.cases if self.catches(case, submission)), None)

    def outcome(self, submission: Submission) -> SubmissionResult:
        """All that has been asked of a submission so far."""
        failure = self._runners[submission.path].failure
        if failure is not None:
            return SubmissionResult(submission, failure.verdict, len(self.cases), (), failure.message)
        known = [self._results.get((submission.path, case.name)) for case in self.cases]
        results = tuple(one for one in known if one is not None)
        overall = verdict.overall([one.verdict for one in results])
        return SubmissionResult(submission, overall, len(self.cases), results)
