"""Which case catches which submission; judged on demand."""

from collections.abc import Sequence
from pathlib import Path

from judge.authoring.facts import Facts
from judge.core.model import MOST_TLE, Case, CaseResult, Submission, SubmissionResult, Verdict


class Matrix:
    """Results of submissions on cases: run on demand, cached; thread-safe."""

    def __init__(self, judge: Facts, submissions: Sequence[Submission], cases: Sequence[Case]) -> None:
        self.cases = cases
        self._runners = {one.path: judge.runner(one, fork=True) for one in submissions}
        self._results: dict[tuple[Path, str], CaseResult] = {}

    def result(self, submission: Submission, case: Case) -> CaseResult | None:
        """Judge one case; None for a submission that does not compile."""
        runner, key = self._runners[submission.path], (submission.path, case.name)
        if key not in self._results and runner.build() is None:
            self._results[key] = runner.run(case)
        return self._results.get(key)

    def judge(self, submission: Submission) -> None:
        """Judge all cases of a submission, or those up to its third TLE."""
        left = MOST_TLE
        for case in self.cases:
            result = self.result(submission, case)
            left -= result is not None and result.verdict is Verdict.TLE
            if not left:
                break

    def rerun(self, submission: Submission, case: Case) -> CaseResult:
        """Run again; an outcome near a limit is not in the store."""
        return self._runners[submission.path].run(case)

    def catches(self, case: Case, submission: Submission, is_asked: bool = True) -> bool:
        """Whether a submission fails a case; unless asked, as far as it has been judged."""
        known = self._results.get((submission.path, case.name))
        result = self.result(submission, case) if is_asked else known
        return result is not None and result.verdict is not Verdict.AC

    def first_failure(self, submission: Submission, cases: Sequence[Case] | None = None) -> Case | None:
        """The first case that catches a submission, by default of all."""
        asked = self.cases if cases is None else cases
        return next((case for case in asked if self.catches(case, submission)), None)

    def outcome(self, submission: Submission) -> SubmissionResult:
        """The outcome on the cases judged so far."""
        known = (self._results.get((submission.path, case.name)) for case in self.cases)
        return self._runners[submission.path].outcome([*filter(None, known)], len(self.cases))
