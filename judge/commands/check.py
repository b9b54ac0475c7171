"""The command `check`: check that statements, test data, limits and submissions agree."""

import argparse
import json
import os
import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Any

from judge import commands as shared
from judge.authoring import facts, generated, submissions, testdata_text
from judge.authoring.facts import Facts
from judge.authoring.generated import WrongPin
from judge.authoring.matrix import Matrix
from judge.authoring.mutants import Target
from judge.authoring.mutation import Mutant
from judge.authoring.parts import last_line
from judge.authoring.statement import SAMPLES, Statement
from judge.authoring.submissions import FOLDERS, SPARE
from judge.core import testdata
from judge.core.errors import FAILED, OK, WRONG_INPUT, Faults, InputError
from judge.core.model import MEBIBYTE, Case, CaseResult, Problem, Submission, SubmissionResult, Verdict
from judge.report.escape import command_line, escape, one_line
from judge.report.outfile import OutFile
from judge.report.terminal import say

VERSION = 1
NOT_AGAIN = ("color", "jobs", "json", "again", "pin")  # options that do not change a verdict
PURPOSE = re.compile("for [a-z0-9 ]+: ")
HEADER = ("problem", "cases", "submissions", "faults")


def add_options(parser: argparse.ArgumentParser) -> None:
    shared.add_common(parser)
    shared.add_ids(parser)
    shared.add_machine(parser, "cases or mutants tried")
    shared.add_json(parser, "which case catches which wrong submission and which mutant")
    shared.add_again(parser)
    parser.add_argument(
        "--pin", action="store_true", help="write missing and changed pins of generated cases"
    )


def main(options: argparse.Namespace) -> int:
    """Print the faults of problems; an error in one does not keep the others from being checked."""
    repository = shared.repository(options)
    settings = shared.settings(options)
    screen = shared.open_screen(options, options.json)
    broken = Faults(say)
    checks, checked = [], []
    for problem in repository.problems(options.targets, broken):
        with broken.told():
            checks.append(Check(problem, options))
    faults = [] if options.targets else list(submissions.stray_in_repository(repository))
    if faults:
        screen.print([[(one_line(fault), "")] for fault in faults])
    output = OutFile("--json", options.json, repository.inputs)
    opened = facts.opened(settings, repository.root, screen, options.again)
    with opened as judge, judge.session.threads() as pool:
        judge.session.isolation()  # where there must be a sandbox and is none, no problem is to blame
        # Several problems at a time: while one waits for its longest program, others use the cores.
        for one, running in [(one, pool.submit(one.run, judge)) for one in checks]:
            with broken.told():
                running.result()
                checked.append(one)
        output.write(lambda: json.dumps(document(checked), indent=1) + "\n")
    rows = [
        (one.problem.id, *map(str, map(len, (one.cases, one.submissions, one.faults)))) for one in checked
    ]
    if rows:
        screen.table(HEADER, rows, titled=True)
    if broken:
        return WRONG_INPUT
    return FAILED if faults or any(one.faults for one in checked) else OK


class Check:
    """The check of one problem; a fault is a sentence with its remedy."""

    def __init__(self, problem: Problem, options: argparse.Namespace) -> None:
        if options.pin:
            testdata_text.demand_writable(problem)
        self.problem = problem
        self.cases: tuple[Case, ...] = ()
        by_folder = submissions.by_folder(problem)
        self.reference = by_folder["accepted"][0]
        self.submissions = {one: folder for folder, several in by_folder.items() for one in several}
        self.faults: list[str] = []
        self.caught: dict[str, list[str]] = {}  # submissions by the case that catches them
        self.killed: defaultdict[str, list[Mutant]] = defaultdict(list)
        self._options = options

    def run(self, judge: Facts) -> None:
        """Print faults as they are found."""
        for fault in self.find(judge):
            self.faults.append(fault)
            self._show(judge, fault)

    def _show(self, judge: Facts, line: str) -> None:
        judge.screen.print([[(f"{self.problem.id}: ", "bold"), (one_line(line), "")]])

    def find(self, judge: Facts) -> Iterator[str]:
        """Yield all faults; ends after the first stage that later ones depend on."""
        self.cases = testdata.load(self.problem.test_data, needs_pins=not self._options.pin)
        yield from submissions.stray_in_test_data(self.problem)
        yield from submissions.stray_in_submissions(self.problem)
        yield from testdata_text.cut_reasons(self.problem)
        statement = Statement.read(self.problem)
        yield from self._sample(statement)
        here = submissions.installed(self.submissions, judge.screen.say)
        right = [one for one in here if self.submissions[one] == "accepted"]
        wrong = [one for one in here if self.submissions[one] != "accepted"]
        written = [case for case in self.cases if case.generated is None]
        matrix = Matrix(judge, here, written)
        if self.problem.driver is not None or len(written) < len(self.cases):
            # The oracle and the driver are tested before they are trusted.
            judge.each(matrix.results, right, f"right submissions of {self.problem.id}")
            untrusted = list(self._verdicts([matrix.outcome(one) for one in right]))
            yield from untrusted
            if untrusted:
                return
        if self._options.pin:
            self._pin(judge)
        try:
            matrix.cases = self.cases = generated.complete(judge, self.problem, self.cases)
        except InputError as error:
            yield from error.args
            return
        yield from generated.input_faults(judge, self.problem, self.cases)
        # One after the other by program, not by case: interpreters are kept for the last programs only.
        judge.each(matrix.results, right, f"right submissions of {self.problem.id}")
        judge.each(matrix.first_failure, wrong, f"wrong submissions of {self.problem.id}")
        results = [matrix.outcome(one) for one in here]
        unexpected = [*self._verdicts(results), *self._limits(matrix, results)]
        yield from unexpected
        if not unexpected:
            yield from self._mistakes(statement, matrix, wrong)
            yield from self._idle_cases(judge, matrix, wrong)

    def _pin(self, judge: Facts) -> None:
        """Write missing and changed pins to the test data."""
        pins: dict[str, str] = {}

        def compare(case: Case) -> None:
            try:
                generated.make_case(judge, self.problem, case)
            except WrongPin as error:
                pins[case.name] = error.pin

        judge.each(compare, self.cases, f"pins of {self.problem.id}")
        testdata_text.write_pins(self.problem, pins)
        for case in [case for case in self.cases if case.generated and case.name in pins]:
            old = case.generated and case.generated.stdout_sha256
            what = f"its pin was {old} and is now {pins[case.name]}" if old else "added its pin"
            self._show(judge, f"{generated.place(self.problem, case)}: {what}")
        self.cases = testdata.load(self.problem.test_data)

    def _sample(self, statement: Statement) -> Iterator[str]:
        """Does the statement show the sample?"""
        samples = [case for case in self.cases if case.group == SAMPLES]
        if not samples:
            path = self.problem.shown(self.problem.test_data / f"{SAMPLES}.yaml")
            yield f"{path}: there is no such file; put the cases there that the statement shows"
        elif (found := statement.first_difference(samples)) is not None:
            line, what = found
            path = f"{self.problem.shown(self.problem.statement)}:{line}"
            yield f"{path}: {what}; make the statement and {SAMPLES}.yaml equal"

    def _verdicts(self, results: Sequence[SubmissionResult]) -> Iterator[str]:
        """Does every submission get the verdict that its folder names? A case may be at fault, too."""
        right = [one for one in results if self.submissions[one.submission] == "accepted" and one.cases]
        wrong_cases = set()
        for same in zip(*(one.cases for one in right), strict=False):
            fault = self._common_fault(" and ".join(one.submission.target for one in right), same)
            if fault is not None:
                wrong_cases.add(same[0].case.name)
                yield fault
                if self.problem.driver is not None:
                    break
        for result in results:
            folder = self.submissions[result.submission]
            failed = next((case for case in result.cases if case.verdict is not Verdict.AC), None)
            if folder == "accepted" and failed and failed.case.name in wrong_cases:
                continue
            if result.verdict is not FOLDERS[folder]:
                where = f" at '{failed.case.name}'" if failed else ""
                yield (
                    f"{result.submission.target} should be {FOLDERS[folder]}, as its folder says, but is "
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

    def _again(self, submission: Submission) -> str:
        """The command that judges a submission, as it can be pasted."""
        words = [*shared.started_as("run"), os.path.relpath(submission.path), "--problem", self.problem.id]
        return command_line([*words, *shared.typed_again(self._options, *NOT_AGAIN)])

    def _limits(self, matrix: Matrix, results: Sequence[SubmissionResult]) -> Iterator[str]:
        """Do the limits leave room for every accepted submission?"""
        limits = self.problem.limits
        if limits.wall < limits.time:
            path = self.problem.shown(self.problem.folder / "problem.yaml")
            yield f"{path}: 'wall' ({limits.wall:g} s) is below 'time' ({limits.time:g} s); raise it"
        for result in results:
            if self.submissions[result.submission] != "accepted" or not result.cases:
                continue
            slowest = max(result.cases, key=lambda case: case.run.cpu_s)
            seconds = slowest.run.cpu_s
            if SPARE * seconds > limits.time:
                # Others that ran at the same time may have held it up.
                seconds = min(seconds, matrix.rerun(result.submission, slowest.case).run.cpu_s)
            if SPARE * seconds > limits.time:
                yield (
                    f"{result.submission.target} takes {seconds:.2f} s for '{slowest.case.name}', more than "
                    f"half of the limit of {limits.time:g} s; raise the limit"
                )
            memory = max(case.run.memory_bytes for case in result.cases)
            if SPARE * memory > limits.memory:
                yield (
                    f"{result.submission.target} takes {memory / MEBIBYTE:.0f} MiB, more than half of the "
                    f"limit of {limits.memory // MEBIBYTE} MiB; raise the limit"
                )

    def _mistakes(self, statement: Statement, matrix: Matrix, wrong: Sequence[Submission]) -> Iterator[str]:
        """Is each program that the list of classic mistakes links to caught by a case that it names?"""
        known = {case.name: case for case in self.cases}
        paths = {one.path: one for one in self.submissions}
        for mistake in statement.mistakes:
            place = f"{self.problem.shown(self.problem.statement)}:{mistake.line}"
            for name in mistake.names:
                if name not in known and "_" in name:
                    yield f"{place}: there is no case '{name}'; correct the name"
            named = [known[name] for name in mistake.names if name in known]
            for link in mistake.links:
                submission = paths.get(self.problem.folder / link)
                if submission is None:
                    yield f"{place}: there is no program {link}; correct the link"
                elif submission in wrong and not any(matrix.catches(case, submission) for case in named):
                    yield f"{place}: none of the cases named here catches {link}; name one that does"

    def _idle_cases(self, judge: Facts, matrix: Matrix, wrong: Sequence[Submission]) -> Iterator[str]:
        """Does each case catch a wrong submission, or a mutant that passes the sample, or say why not?

        With `--json`, every case runs on every wrong submission and mutant.
        """
        everything = bool(self._options.json)
        samples = [case for case in self.cases if case.group == SAMPLES]
        asked = [case for case in self.cases if case.group != SAMPLES and not PURPOSE.match(case.why)]

        def is_idle(case: Case) -> bool:
            return not any(matrix.is_known_to_catch(case, one) for one in wrong)

        def attempt(one: Submission) -> None:
            for case in self.cases if everything else filter(is_idle, asked):
                matrix.result(one, case)

        judge.each(attempt, wrong, f"what cases of {self.problem.id} catch")
        idle = list(filter(is_idle, asked))
        for case in self.cases:
            self.caught[case.name] = [one.target for one in wrong if matrix.is_known_to_catch(case, one)]
        if (everything or idle) and self.reference.language.id == "python":
            self._kill(judge, self.cases if everything else [*samples, *idle], everything)
        shown = {mutant for case in samples for mutant in self.killed[case.name]}
        for case in idle:
            if not set(self.killed[case.name]) - shown:
                yield (
                    f"{generated.place(self.problem, case)} catches no wrong submission and no mutant that "
                    f"passes the sample; remove it, add what it catches, or say what it is for, as in "
                    f'why: "for speed: ..."'
                )

    def _kill(self, judge: Facts, cases: Sequence[Case], everything: bool) -> None:
        """Find the mutants of the reference solution that cases kill."""
        target = Target(judge, self.reference, cases)

        def killers(mutant: Mutant) -> list[Case]:
            found = []
            for case in target.killers(mutant):
                found.append(case)
                if case.group == SAMPLES and not everything:
                    break
            return found

        lists = judge.each(killers, target.mutants, f"mutants of {self.problem.id}")
        for mutant, killing in zip(target.mutants, lists, strict=True):
            for case in killing:
                self.killed[case.name].append(mutant)


def document(checks: Sequence[Check]) -> dict[str, Any]:
    """The JSON document: submissions and mutants that each case catches."""
    return {
        "version": VERSION,
        "problems": [
            {
                "problem": one.problem.id,
                "faults": one.faults,
                "cases": [
                    {
                        "name": case.name,
                        "group": case.group,
                        "submissions": one.caught.get(case.name, []),
                        "mutants": [mutant.change for mutant in one.killed[case.name]],
                    }
                    for case in one.cases
                ],
            }
            for one in checks
        ],
    }
