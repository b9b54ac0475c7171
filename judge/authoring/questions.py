"""The questions about a problem that `check` asks first, and `export` and `site` before they publish it."""

import os
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from judge.authoring import corruption, generated, inventory, pictures, testdata_text
from judge.authoring.facts import Facts
from judge.authoring.inventory import FOLDERS
from judge.authoring.matrix import Matrix
from judge.authoring.mutants import Equivalent, equivalents, mutants_of
from judge.authoring.statement import PROGRAMS, SAMPLES, Statement, target
from judge.core import files, formats, languages, verdict
from judge.core.errors import Faults, InputError
from judge.core.model import Case, CaseResult, Problem, Submission, Verdict
from judge.report.styled import counted, one_line
from judge.report.terminal import say

Again = Callable[[Submission], str]  # makes the command that judges a submission


class Questions:
    """Checks a problem. A fault is a sentence with its remedy.

    The statement shows the sample, inputs are valid, and each submission has the verdict of its folder.
    """

    excuses_machine = True  # a judge error and a stop by the clock are said, and are no faults
    needs_pins = True  # a generated case without one is a fault

    def __init__(self, judge: Facts, problem: Problem, again: Again) -> None:
        self.judge = judge
        self.problem = problem
        self.faults: list[str] = []
        self.cases: tuple[Case, ...] = ()
        self.is_right = False
        self._again = again
        self._excuses: set[str] = set()

    def ask(self) -> None:
        """Print faults as they are found."""
        for fault in self.find():
            self.faults.append(fault)
            self.show(fault)

    def show(self, line: str) -> None:
        self.judge.screen.print([[(f"{self.problem.id}: ", "bold"), (one_line(line), "")]])

    def complete(self) -> tuple[Case, ...]:
        """Fill in the generated cases."""
        return generated.complete(self.judge, self.problem, self.cases)

    def find(self) -> Iterator[str]:
        """Yield all faults; ends after the first stage that later ones depend on."""
        judge, problem = self.judge, self.problem
        self.statement = Statement.read(problem)
        by_folder = inventory.by_folder(problem)
        # With the verdicts of their folders, the reference first.
        self.submissions = {one: FOLDERS[name] for name, several in by_folder.items() for one in several}
        self.cases = formats.cases(problem.test_data, self.needs_pins)
        empty = [one.target for one in self.submissions if not one.path.stat().st_size]
        yield from (f"{target} is empty; write the program, or remove it" for target in empty)
        yield from inventory.unused(problem, {*self._named()})
        yield from testdata_text.cut_sentences(problem)
        yield from self._statement()
        yield from self._parts()
        here = inventory.installed(self.submissions, judge.screen.say)
        self.right = [one for one in here if self.submissions[one] is Verdict.AC]
        self.wrong = [one for one in here if self.submissions[one] is not Verdict.AC]
        written = [case for case in self.cases if case.generated is None]
        self.matrix = matrix = Matrix(judge, here, written)
        if problem.driver is not None or len(written) < len(self.cases):
            # The oracle and the driver are tested before they are trusted.
            judge.each(matrix.judge, self.right, f"correct submissions of {problem.id}")
            untrusted = list(self._verdicts(self.right))
            yield from untrusted
            if untrusted:
                return
        try:
            matrix.cases = self.cases = self.complete()
        except InputError as error:
            yield from error.args
            return
        yield from generated.input_faults(judge, problem, self.cases)
        # One after the other by program, not by case: interpreters are kept for the last programs only.
        judge.each(matrix.judge, self.right, f"correct submissions of {problem.id}")
        judge.each(matrix.first_failure, self.wrong, f"wrong submissions of {problem.id}")
        unexpected = list(self._verdicts(here))
        yield from unexpected
        self.is_right = not unexpected

    def _named(self) -> Iterator[Path]:
        """Yield the files that cases or the statement name; programs are judged, whoever links to them."""
        for name in testdata_text.used_files(self.problem):
            yield self.problem.test_data / name
        for _, path in (*self.statement.places("image"), *self.statement.places("link_open")):
            shown = target(self.problem, path)
            if shown is not None and languages.known(Path(shown), self.problem.root) is None:
                yield self.problem.root / shown

    def _statement(self) -> Iterator[str]:
        """Does the statement show the sample, and is the rest of it as in problem.yaml?"""
        shown = self.problem.shown(self.problem.statement)
        for line, what in self.statement.contradictions(self.problem):
            yield f"{shown}:{line}: {what}"
        for line, address in self.statement.places("image"):
            if pictures.link({}, self.problem, address) is None:
                what = f"the image '{address}' is not a picture in the repository"
                yield f"{shown}:{line}: {what}; correct its address"
        asked_later = self.statement.catching  # by `check`: the programs of classic mistakes
        for line, path in self.statement.places("link_open"):
            name = target(self.problem, path)
            short = (name or "").removeprefix(f"problems/{self.problem.id}/")
            if short.startswith(PROGRAMS) and short != path:  # else it is no link of a classic mistake
                yield f"{shown}:{line}: write this link as {short}"
            is_there = name is not None and os.path.exists(self.problem.root / name)
            if not is_there and path not in asked_later:
                yield f"{shown}:{line}: the link leads to no file of the repository ({path}); correct it"
        samples = [case for case in self.cases if case.group == SAMPLES]
        if not samples:
            path = self.problem.shown(self.problem.test_data / f"{SAMPLES}.yaml")
            yield f"{path}: there is no such file; put the cases there that the statement shows"
        elif (found := self.statement.first_difference(samples)) is not None:
            line, what = found
            yield f"{shown}:{line}: {what}; make the statement and {SAMPLES}.yaml agree"

    def _parts(self) -> Iterator[str]:
        """Do picture.py and the validator work, and is each equivalent mutant one of the reference?"""
        samples = [case for case in self.cases if case.group == SAMPLES and case.generated is None]
        faults, records = Faults(), list[Equivalent]()
        with faults.told():
            pictures.drawn(self.judge, self.problem, samples)
        with faults.told():
            records = equivalents(self.problem)
        yield from faults.lines()
        yield from corruption.faults(self.judge, self.problem, samples)
        reference, *_ = self.submissions
        source = files.content(reference.path)
        if not records or len(source) > self.problem.source_limit:  # which is another fault
            return
        gaps: list[str] = []
        try:
            found = mutants_of(self.judge.session, reference.target, source, gaps.append)
        except InputError as error:
            gaps.append(str(error))
        for gap in gaps:
            self.judge.screen.say(f"{gap}, so records of equivalent ones are not checked")
        if gaps:
            return
        for record in records:
            if not any(map(record.matches, found)):
                path = self.problem.shown(record.mark.path)
                what = f"no mutant of {reference.target} matches this record"
                yield f"{path}:{record.mark.line}: {what}; correct the record or remove it"

    def _verdicts(self, submissions: Sequence[Submission]) -> Iterator[str]:
        """Does every submission get the verdict that its folder names?"""
        for result in map(self.matrix.outcome, submissions):
            expected, target = self.submissions[result.submission], result.submission.target
            failed = [one for one in result.cases if one.verdict is not Verdict.AC]
            where = "".join(f" at '{one.case.name}' ({one.note})" for one in failed[:1])
            is_excused = all(map(is_accident, failed)) and (failed or result.verdict is Verdict.JE)
            if self.excuses_machine and is_excused and result.verdict is not expected:
                line = f"{target} is not checked: {result.verdict}{where or f' ({result.note})'}"
                if line not in self._excuses:
                    self._excuses.add(line)
                    self.judge.screen.say(line)
            elif result.verdict is not expected:
                what = f"should be {expected}, as its folder says, but is {result.verdict}{where}"
                yield f"{target} {what}; run it with: {self._again(result.submission)}"


def is_accident(result: CaseResult) -> bool:
    """Whether the machine may be at fault: a judge error, or a stop by the clock while it computed."""
    is_late = result.run.stopped == "wall" and not verdict.is_idle(result.run)
    return result.verdict is Verdict.JE or is_late


def asked(
    judge: Facts, problems: Sequence[Problem], again: Again, anyway: bool, broken: int = 0
) -> list[Questions]:
    """Check problems before they are published; print faults and errors.

    `anyway`: publish them all the same; `broken`: how many others have been told that cannot be read.
    """

    def ask(problem: Problem) -> Questions:
        one = Questions(judge, problem, again)
        try:
            one.ask()
        except InputError as error:
            one.faults += error.args
            for line in error.args:
                one.show(line)
        return one

    with judge.session.threads() as pool:
        found = [*pool.map(ask, problems)]
    if count := broken + sum(len(one.faults) for one in found):
        what = "going on with --anyway" if anyway else "nothing is written; repair this, or add --anyway"
        say(f"{counted(count, 'fault')}: {what}")
    return found
