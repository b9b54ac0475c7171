"""The command `check`: check that statements, test data, limits and submissions agree."""

import argparse
import json
import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any

from judge import commands as shared
from judge.authoring import facts, generated, inventory, testdata_text
from judge.authoring.facts import Facts
from judge.authoring.mutants import Target
from judge.authoring.mutation import Mutant
from judge.authoring.questions import Questions
from judge.authoring.statement import SAMPLES
from judge.authoring.submissions import SPARE
from judge.core import testdata
from judge.core.errors import FAILED, OK, WRONG_INPUT, Faults
from judge.core.model import MEBIBYTE, Case, Problem, Submission, Verdict
from judge.report.escape import one_line
from judge.report.outfile import OutFile
from judge.report.terminal import say

VERSION = 1
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
    again = partial(shared.judged_again, options)
    broken = Faults(say)
    problems = repository.problems(options.targets, broken)
    checks = [Check(problem, again, options.pin, bool(options.json)) for problem in problems]
    checked = []
    faults = [] if options.targets else list(inventory.unused_by_all(repository.root, repository.ids))
    if faults:
        screen.print([[(one_line(fault), "")] for fault in faults])
    output = OutFile("--json", options.json, repository.inputs)
    opened = facts.opened(settings, repository.root, screen, options.again)
    with opened as judge, judge.session.threads() as pool:
        judge.session.isolation()  # where there must be a sandbox and is none, no problem is to blame
        # Several problems at a time: while one waits for its longest program, others use the cores.
        for one, running in [(one, pool.submit(one.ask, judge)) for one in checks]:
            with broken.told():
                running.result()
                checked.append(one)
        output.write(lambda: json.dumps(document(checked, faults), indent=1) + "\n")
    rows = [
        (one.problem.id, *map(str, map(len, (one.cases, one.submissions, one.faults)))) for one in checked
    ]
    if rows:
        screen.table(HEADER, rows, titled=True)
    if broken:
        return WRONG_INPUT
    return FAILED if faults or any(one.faults for one in checked) else OK


class Check(Questions):
    """All questions about one problem, and the faults that were found."""

    def __init__(
        self, problem: Problem, again: Callable[[Submission], str], pins: bool, everything: bool
    ) -> None:
        """`pins`: write missing and changed ones. `everything`: every case runs on all that it may catch."""
        super().__init__(problem, again)
        self.caught: dict[str, list[str]] = {}  # submissions by the case that catches them
        self.killed: defaultdict[str, list[Mutant]] = defaultdict(list)
        self._pins, self._everything = pins, everything

    def find(self, judge: Facts) -> Iterator[str]:
        """Yield all faults; mistakes and cases are looked at where all else is right."""
        yield from super().find(judge)
        tight = list(self._limits())
        yield from tight
        if self.is_right and not tight:
            yield from self._mistakes()
            yield from self._idle_cases(judge)

    def load(self) -> tuple[Case, ...]:
        if self._pins:
            testdata_text.demand_writable(self.problem)
        return testdata.load(self.problem.test_data, needs_pins=not self._pins)

    def complete(self, judge: Facts) -> tuple[Case, ...]:
        """Write missing and changed pins to the test data first, where that is asked for."""
        if self._pins:
            pins: dict[str, str] = {}
            generated.complete(judge, self.problem, self.cases, pins)
            testdata_text.write_pins(self.problem, pins)
            for case in [case for case in self.cases if case.name in pins]:
                old = case.generated and case.generated.stdout_sha256
                what = f"its pin was {old} and is now {pins[case.name]}" if old else "added its pin"
                self.show(judge, f"{generated.place(self.problem, case)}: {what}")
            self.cases = testdata.load(self.problem.test_data)
        return super().complete(judge)

    def _limits(self) -> Iterator[str]:
        """Do the limits leave room for every accepted submission?"""
        limits = self.problem.limits
        if limits.wall < limits.time:
            path = self.problem.shown(self.problem.folder / "problem.yaml")
            yield f"{path}: 'wall' ({limits.wall:g} s) is below 'time' ({limits.time:g} s); raise it"
        for result in self.results:
            if self.submissions[result.submission] is not Verdict.AC or not result.cases:
                continue
            slowest = max(result.cases, key=lambda case: case.run.cpu_s)
            seconds = slowest.run.cpu_s
            if SPARE * seconds > limits.time:
                # Others that ran at the same time may have held it up.
                seconds = min(seconds, self.matrix.rerun(result.submission, slowest.case).run.cpu_s)
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

    def _mistakes(self) -> Iterator[str]:
        """Is each program that the list of classic mistakes links to caught by a case that it names?"""
        known = {case.name: case for case in self.cases}
        paths = {one.path: one for one in self.submissions}
        for mistake in self.statement.mistakes:
            place = f"{self.problem.shown(self.problem.statement)}:{mistake.line}"
            for name in mistake.names:
                if name not in known and "_" in name:
                    yield f"{place}: there is no case '{name}'; correct the name"
            named = [known[name] for name in mistake.names if name in known]
            for link in mistake.links:
                submission = paths.get(self.problem.folder / link)
                if submission is None:
                    yield f"{place}: there is no program {link}; correct the link"
                elif submission in self.wrong and not any(
                    self.matrix.catches(case, submission) for case in named
                ):
                    yield f"{place}: none of the cases named here catches {link}; name one that does"

    def _idle_cases(self, judge: Facts) -> Iterator[str]:
        """Does each case catch a wrong submission, or a mutant that passes the sample, or say why not?"""
        samples = [case for case in self.cases if case.group == SAMPLES]
        asked = [case for case in self.cases if case.group != SAMPLES and not PURPOSE.match(case.why)]

        def is_idle(case: Case) -> bool:
            return not any(self.matrix.is_known_to_catch(case, one) for one in self.wrong)

        def attempt(one: Submission) -> None:
            for case in self.cases if self._everything else filter(is_idle, asked):
                self.matrix.result(one, case)

        judge.each(attempt, self.wrong, f"what cases of {self.problem.id} catch")
        idle = list(filter(is_idle, asked))
        for case in self.cases:
            caught = [one for one in self.wrong if self.matrix.is_known_to_catch(case, one)]
            self.caught[case.name] = [one.target for one in caught]
        reference, *_ = self.submissions
        if (self._everything or idle) and reference.language.id == "python":
            self._kill(judge, Target(judge, reference, self.cases if self._everything else [*samples, *idle]))
        shown = {mutant for case in samples for mutant in self.killed[case.name]}
        for case in idle:
            if not set(self.killed[case.name]) - shown:
                yield (
                    f"{generated.place(self.problem, case)} catches no wrong submission and no mutant that "
                    f"passes the sample; remove it, add what it catches, or say what it is for, as in "
                    f'why: "for speed: ..."'
                )

    def _kill(self, judge: Facts, target: Target) -> None:
        """Find the mutants of the reference solution that cases kill."""

        def killers(mutant: Mutant) -> list[Case]:
            found = []
            for case in target.killers(mutant):
                found.append(case)
                if case.group == SAMPLES and not self._everything:
                    break
            return found

        lists = judge.each(killers, target.mutants, f"mutants of {self.problem.id}")
        for mutant, killing in zip(target.mutants, lists, strict=True):
            for case in killing:
                self.killed[case.name].append(mutant)


def document(checks: Sequence[Check], faults: Sequence[str]) -> dict[str, Any]:
    """The JSON document: submissions and mutants that each case catches, and faults of no problem."""
    return {
        "version": VERSION,
        "faults": faults,
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
