"""The questions about a problem that `check` asks first, and `export` and `site` before they publish it."""

import contextlib
from collections.abc import Callable, Iterator, Mapping, Sequence

from judge.authoring import corruption, generated, inventory, mutation, pictures, submissions, testdata_text
from judge.authoring.facts import Facts
from judge.authoring.inventory import FOLDERS
from judge.authoring.matrix import Matrix
from judge.authoring.mutants import equivalents
from judge.authoring.parts import last_line
from judge.authoring.pictures import Images
from judge.authoring.statement import PROGRAMS, SAMPLES, Statement
from judge.core import files, testdata
from judge.core.errors import InputError
from judge.core.model import Case, CaseResult, Problem, Submission, SubmissionResult, Verdict
from judge.report.escape import escape, one_line
from judge.report.styled import counted
from judge.report.terminal import say


class Questions:
    """Is a problem whole and right? A fault is a sentence with its remedy.

    The statement shows the sample, inputs are valid, and each submission has the verdict of its folder.
    """

    submissions: Mapping[Submission, Verdict]  # with the verdicts of their folders, the reference first
    statement: Statement
    matrix: Matrix

    def __init__(
        self, problem: Problem, again: Callable[[Submission], str], excuses_machine: bool = False
    ) -> None:
        """`again` makes the command that judges a submission.

        With `excuses_machine`, a judge error and a stop by the clock are said, and are no faults.
        """
        self.problem = problem
        self.faults: list[str] = []
        self.cases: tuple[Case, ...] = ()
        self.right: list[Submission] = []  # both are installed here
        self.wrong: list[Submission] = []
        self.results: list[SubmissionResult] = []  # empty until all submissions have been judged
        self.is_right = False
        self._again = again
        self._excuses_machine = excuses_machine

    def ask(self, judge: Facts) -> None:
        """Print faults as they are found."""
        for fault in self.find(judge):
            self.faults.append(fault)
            self.show(judge, fault)

    def show(self, judge: Facts, line: str) -> None:
        judge.screen.print([[(f"{self.problem.id}: ", "bold"), (one_line(line), "")]])

    def load(self) -> tuple[Case, ...]:
        return testdata.load(self.problem.test_data)

    def complete(self, judge: Facts) -> tuple[Case, ...]:
        """Fill in the generated cases."""
        return generated.complete(judge, self.problem, self.cases)

    def find(self, judge: Facts) -> Iterator[str]:
        """Yield all faults; ends after the first stage that later ones depend on."""
        self.statement = Statement.read(self.problem)
        by_folder = submissions.by_folder(self.problem)
        self.submissions = {one: FOLDERS[name] for name, several in by_folder.items() for one in several}
        self.cases = self.load()
        named = {*testdata_text.used_files(self.problem), *self.statement.whole.pictures}
        yield from inventory.unused(self.problem, named)
        yield from testdata_text.cut_reasons(self.problem)
        yield from self._statement()
        yield from self._parts(judge)
        here = submissions.installed(self.submissions, judge.screen.say)
        self.right = [one for one in here if self.submissions[one] is Verdict.AC]
        self.wrong = [one for one in here if self.submissions[one] is not Verdict.AC]
        written = [case for case in self.cases if case.generated is None]
        self.matrix = matrix = Matrix(judge, here, written)
        if self.problem.driver is not None or len(written) < len(self.cases):
            # The oracle and the driver are tested before they are trusted.
            judge.each(matrix.results, self.right, f"right submissions of {self.problem.id}")
            untrusted = list(self._verdicts(judge, [matrix.outcome(one) for one in self.right]))
            yield from untrusted
            if untrusted:
                return
        try:
            matrix.cases = self.cases = self.complete(judge)
        except InputError as error:
            yield from error.args
            return
        yield from generated.input_faults(judge, self.problem, self.cases)
        # One after the other by program, not by case: interpreters are kept for the last programs only.
        judge.each(matrix.results, self.right, f"right submissions of {self.problem.id}")
        judge.each(matrix.first_failure, self.wrong, f"wrong submissions of {self.problem.id}")
        self.results = [matrix.outcome(one) for one in here]
        unexpected = list(self._verdicts(judge, self.results))
        yield from unexpected
        self.is_right = not unexpected

    def _statement(self) -> Iterator[str]:
        """Does the statement show the sample, and is the rest of it as in problem.yaml?"""
        shown = self.problem.shown(self.problem.statement)
        for line, what in self.statement.contradictions(self.problem):
            yield f"{shown}:{line}: {what}"
        images = Images(self.problem)
        for line, address in self.statement.whole.places("image"):
            if images.link(address) is None:
                what = f"the image '{address}' is no picture of the repository"
                yield f"{shown}:{line}: {what}; correct its address"
        for line, path in self.statement.whole.places("link_open"):
            is_asked_later = path.startswith(PROGRAMS)  # by `check`, of the classic mistakes
            if not is_asked_later and not (self.problem.folder / path.partition("#")[0]).exists():
                yield f"{shown}:{line}: the link leads to no file ({path}); correct it"
        samples = [case for case in self.cases if case.group == SAMPLES]
        if not samples:
            path = self.problem.shown(self.problem.test_data / f"{SAMPLES}.yaml")
            yield f"{path}: there is no such file; put the cases there that the statement shows"
        elif (found := self.statement.first_difference(samples)) is not None:
            line, what = found
            yield f"{shown}:{line}: {what}; make the statement and {SAMPLES}.yaml equal"

    def _parts(self, judge: Facts) -> Iterator[str]:
        """Do picture.py and the validator work, and is each equivalent mutant one of the reference?"""
        samples = [case for case in self.cases if case.group == SAMPLES and case.generated is None]
        try:
            pictures.drawn(judge, self.problem, samples)
        except InputError as error:
            yield from error.args
        yield from corruption.faults(judge, self.problem, samples)
        records = equivalents(self.problem)
        with contextlib.suppress(SyntaxError):  # which is another fault
            reference, *_ = self.submissions
            made = mutation.mutants(files.content(reference.path)) if records else []
            for record in records:
                if not any(map(record.matches, made)):
                    path = self.problem.shown(record.mark.path)
                    what = f"no mutant of {reference.target} is like this"
                    yield f"{path}:{record.mark.line}: {what}; correct the record or remove it"

    def _verdicts(self, judge: Facts, results: Sequence[SubmissionResult]) -> Iterator[str]:
        """Does every submission get the verdict that its folder names? A case may be at fault, too."""
        right = [one for one in results if self.submissions[one.submission] is Verdict.AC and one.cases]
        wrong_cases = set()
        for same in zip(*(one.cases for one in right), strict=False):
            fault = self._common_fault(" and ".join(one.submission.target for one in right), same)
            if fault is not None:
                wrong_cases.add(same[0].case.name)
                yield fault
                if self.problem.driver is not None:
                    break
        for result in results:
            expected = self.submissions[result.submission]
            failed = next((case for case in result.cases if case.verdict is not Verdict.AC), None)
            is_excused = expected is Verdict.AC and failed and failed.case.name in wrong_cases
            if is_excused or result.verdict is expected:
                continue
            if self._excuses_machine and (accident := accident_of(result)) is not None:
                judge.screen.say(f"{result.submission.target} is not checked: {accident}")
            else:
                where = f" at '{failed.case.name}'" if failed else ""
                yield (
                    f"{result.submission.target} should be {expected}, as its folder says, but is "
                    f"{result.verdict}{where}; run it with: {self._again(result.submission)}"
                )

    def _common_fault(self, names: str, results: Sequence[CaseResult]) -> str | None:
        """Blame a case, or the driver, if all trusted programs fail it alike."""
        one, driver = results[0], self.problem.driver
        if len(results) == 1 or any(other.verdict is Verdict.AC for other in results):
            return None
        if driver is not None:
            line = generated.driver_line(one.run.stderr)
            at, why = ("", one.note) if line is None else (f":{line}", last_line(one.run.stderr))
            outcome = f"{names} are {one.verdict} at '{one.case.name}' ({why})"
            return f"{self.problem.shown(driver)}{at}: with it {outcome}; repair it, the case, or all of them"
        difference = one.difference
        if difference is None or any(other.difference != difference for other in results):
            return None
        sides = (difference.expected, difference.actual)
        says, printed = (escape(side[0].text) if side else "" for side in sides)
        return (
            f"{generated.place(self.problem, one.case)}: line {difference.line} of its stdout is '{says}', "
            f"but {names} print '{printed}'; correct the case"
        )


def accident_of(result: SubmissionResult) -> str | None:
    """Why a result tells of the machine and not of the submission; None if it does not."""
    if result.verdict is Verdict.JE and not result.cases:
        return result.note
    accidents = (one.note for one in result.cases if one.verdict is Verdict.JE or one.run.stopped == "wall")
    return next(accidents, None)


def asked(
    judge: Facts, problems: Sequence[Problem], again: Callable[[Submission], str], anyway: bool
) -> list[Questions]:
    """Ask all questions before problems are published; print the faults, errors among them.

    `anyway`: they are published all the same.
    """

    def ask(problem: Problem) -> Questions:
        one = Questions(problem, again, excuses_machine=True)
        try:
            one.ask(judge)
        except InputError as error:
            one.faults += error.args
            for line in error.args:
                one.show(judge, line)
        return one

    with judge.session.threads() as pool:
        found = [*pool.map(ask, problems)]
    if count := sum(len(one.faults) for one in found):
        what = "going on with --anyway" if anyway else "nothing is written; repair that, or add --anyway"
        say(f"{counted(count, 'fault')}: {what}")
    return found
