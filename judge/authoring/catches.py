"""Which case catches which wrong submission, and which mutant of the reference solution."""

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import partial
from pathlib import Path

from judge.authoring.mutation import Mutant
from judge.authoring.statement import SAMPLES
from judge.commands.mutants import Target, try_all
from judge.core.judging import Judging
from judge.core.model import Case, Verdict
from judge.core.session import Session
from judge.report.terminal import Screen

Named = Mapping[Path, Collection[str]]  # names of cases by the submissions that they are said to catch


class Catches:
    """What the cases of a problem catch, by their names: targets of wrong submissions, and mutants.

    Not all is found out, unless `everything` is wanted: only whether a case that is not `excused` catches
    anything.
    """

    def __init__(self, excused: Collection[str], everything: bool) -> None:
        self.submissions: dict[str, list[str]] = {}
        self.mutants: dict[str, list[Mutant]] = {}
        self._excused = excused
        self._everything = everything

    def judge_wrong(
        self, session: Session, wrong: Sequence[Judging], named: Named, on_submission: Callable[[], None]
    ) -> None:
        """Judge what has been built, each also on the cases `named` for it. Raises InputError.

        `on_submission` is called after each.
        """
        with session.threads() as pool:
            for _ in pool.map(partial(self._judge, named), wrong):
                on_submission()

    def _judge(self, named: Named, judging: Judging) -> None:
        """Judge a submission up to its first failure, and then on cases of which more is to be known."""
        if judging.built is None or judging.built.program is None:
            return
        here = named.get(judging.submission.path, ())
        failed = False
        for number, case in enumerate(judging.cases):
            if failed and not (self._everything or case.name in here or self._is_idle(case)):
                continue
            if not judging.judge(number, alone=False):
                judging.judge(number, alone=True)
            failed = self.note(judging)

    def note(self, judging: Judging) -> bool:
        """Remember which cases have caught a submission; return whether there are any."""
        result = judging.result()
        failures = [one.case.name for one in result.cases if one.verdict is not Verdict.AC] if result else []
        for name in failures:
            targets = self.submissions.setdefault(name, [])
            if judging.submission.target not in targets:
                targets.append(judging.submission.target)
        return bool(failures)

    def _is_idle(self, case: Case) -> bool:
        return case.name not in self.submissions and case.name not in self._excused

    def try_mutants(self, session: Session, screen: Screen, reference: Judging) -> None:
        """Try the mutants of the reference solution on cases that catch no submission. Raises InputError."""
        samples = [case for case in reference.cases if case.group == SAMPLES]
        others = [case for case in reference.cases if case.group != SAMPLES]
        others = [case for case in others if self._everything or self._is_idle(case)]
        if not others or reference.submission.path.suffix != ".py":
            return
        target = Target(session, reference.submission, (*samples, *others))
        what = f"mutants of {reference.submission.problem.id}"
        found = try_all(session, screen, what, target.mutants, partial(self._killers, target))
        for mutant, cases in zip(target.mutants, found, strict=True):
            for case in cases:
                self.mutants.setdefault(case.name, []).append(mutant)

    def _killers(self, target: Target, mutant: Mutant) -> list[Case]:
        """Return the cases that kill a mutant; one of the sample is enough unless everything is wanted."""
        killers = []
        for case in target.failures(mutant):
            killers.append(case)
            if case.group == SAMPLES and not self._everything:
                break
        return killers

    def idle(self, cases: Sequence[Case]) -> list[Case]:
        """Return the cases that catch no submission and no mutant that passes the sample, unless excused."""
        samples = {case.name for case in cases if case.group == SAMPLES}
        shown = {mutant for name in samples for mutant in self.mutants.get(name, ())}
        return [
            case
            for case in cases
            if case.name not in samples
            and self._is_idle(case)
            and not set(self.mutants.get(case.name, ())) - shown
        ]
