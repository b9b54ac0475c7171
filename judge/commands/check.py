"""The command `check`: check that statements, test data, limits and submissions agree."""

import re
from collections import defaultdict
from collections.abc import Iterator
from typing import Any

from judge.authoring import facts, generated, inventory, testdata_text
from judge.authoring.mutants import NoMutants, Target
from judge.authoring.mutation import Mutant
from judge.authoring.questions import Questions
from judge.authoring.statement import SAMPLES
from judge.command_line import options as shared
from judge.command_line.out_file import OutFile, write_json
from judge.core import formats
from judge.core.errors import FAILED, OK, WRONG_INPUT, Faults
from judge.core.model import MEBIBYTE, Case, Problem, Submission, Verdict
from judge.report.styled import one_line
from judge.report.terminal import say

VERSION = 1
PURPOSE = re.compile("for [a-z0-9 ]+: ")
HEADER = ("problem", "cases", "submissions", "faults")


def add_options(add: shared.Add) -> None:
    add("targets", nargs="*", metavar="ID", help="which problems (default: all)")
    shared.add_machine(add, "cases or mutants tried")
    shared.add_json(add, "which case catches which wrong submission and which mutant")
    shared.add_again(add)
    add("--pin", action="store_true", help="write missing and changed pins of generated cases")


def main(options: shared.Options) -> int:
    """Print the faults of problems; go on after an error in one of them."""
    repository, settings, screen = options.prepared(out=options.json)
    broken = Faults(say)
    problems = broken.each(repository.problem, dict.fromkeys(options.targets or repository.ids))
    faults = [] if options.targets else list(inventory.unused_by_all(repository.root, repository.ids))
    screen.print([[(one_line(fault), "")] for fault in faults])
    output = OutFile("--json", options.json, repository)
    opened = facts.opened(settings, repository.root, screen, options.again)
    checked = []
    with opened as judge, judge.session.threads() as pool:
        judge.session.isolation()  # if a required sandbox is missing, no problem is to blame
        checks = [Check(judge, problem, options) for problem in problems]
        # Several problems at a time: while one waits for its longest program, others use the cores.
        for one, running in [(one, pool.submit(one.ask)) for one in checks]:
            with broken.told():
                running.result()
                checked.append(one)
        documents = [one.document() for one in checked]
        # Problems with errors may have no document.
        write_json(output, version=VERSION, faults=[*broken.lines(), *faults], problems=documents)
    counts = [(one.problem.id, one.cases, one.submissions, one.faults) for one in checked]
    if checked:
        screen.table(HEADER, [(first, *map(str, map(len, rest))) for first, *rest in counts], titled=True)
    if broken:
        return WRONG_INPUT
    return FAILED if faults or any(one.faults for one in checked) else OK


class Check(Questions):
    """All questions about one problem, and the mutants that each case kills."""

    excuses_machine = False

    def __init__(self, judge: facts.Facts, problem: Problem, options: shared.Options) -> None:
        """`--json` runs all cases on all mistakes."""
        super().__init__(judge, problem, options.command_to_judge)
        self._killed: defaultdict[str, list[Mutant]] = defaultdict(list)  # by name of the case
        self.needs_pins, self._everything = not options.pin, bool(options.json)

    def find(self) -> Iterator[str]:
        """Yield all faults; classic mistakes and cases are checked only if all else is right."""
        yield from super().find()
        tight = list(self._limits())
        yield from tight
        if self.is_right and not tight:
            yield from self._mistakes()
            yield from self._idle_cases()

    def complete(self) -> tuple[Case, ...]:
        """With `--pin`, write missing and changed pins to the test data first."""
        if not self.needs_pins:
            pins: dict[str, str] = {}
            known = {case.name: case.generated and case.generated.stdout_sha256 for case in self.cases}
            generated.complete(self.judge, self.problem, self.cases, pins)
            testdata_text.write_pins(self.problem, pins)
            self.cases = formats.cases(self.problem.test_data)
            for case in [case for case in self.cases if case.name in pins]:
                old = known[case.name]
                what = f"its pin was {old} and is now {pins[case.name]}" if old else "added its pin"
                self.show(f"{generated.place(self.problem, case)}: {what}")
        return super().complete()

    def _limits(self) -> Iterator[str]:
        """Do the limits leave room for every accepted submission?"""
        limits = self.problem.limits
        if limits.wall < limits.time:
            path = self.problem.shown(self.problem.folder / "problem.yaml")
            yield f"{path}: 'wall' ({limits.wall:g} s) is below 'time' ({limits.time:g} s); raise it"
        for one in self.right:
            found = self.matrix.outcome(one)
            results = found.cases
            if found.verdict is not Verdict.AC or not results:
                continue  # there is another fault
            slowest = max(results, key=lambda result: result.run.cpu_s)
            seconds, memory = slowest.run.cpu_s, max(result.run.memory_bytes for result in results)
            if facts.SPARE * seconds > limits.time:
                # Others that ran at the same time may have slowed it down.
                seconds = min(seconds, self.matrix.rerun(one, slowest.case).run.cpu_s)
            for name, unit, need, limit in (
                ("time", "s", seconds, limits.time),
                ("memory", "MiB", memory / MEBIBYTE, limits.memory / MEBIBYTE),
            ):
                if facts.SPARE * need > limit:
                    what = f"takes {need:.2f} {unit}, more than half of the limit of {limit:g} {unit}"
                    yield f"{one.target} {what}; raise '{name}'"

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
                if (submission := paths.get(self.problem.folder / link)) is None:
                    yield f"{place}: there is no program {link}; correct the link"
                elif submission in self.wrong and self.matrix.first_failure(submission, named) is None:
                    yield f"{place}: none of the cases named here catches {link}; name one that does"

    def _idle_cases(self) -> Iterator[str]:
        """Does each case catch a wrong submission, or a mutant that passes the sample, or say its purpose?"""
        samples = [case for case in self.cases if case.group == SAMPLES]
        asked = [case for case in self.cases if case.group != SAMPLES and not PURPOSE.match(case.why)]

        def attempt(one: Submission) -> None:
            for case in self.cases if self._everything else asked:
                if self._everything or not any(self._caught(case)):
                    self.matrix.result(one, case)

        self.judge.each(attempt, self.wrong, f"what cases of {self.problem.id} catch")
        idle = [case for case in asked if not any(self._caught(case))]
        reference, *_ = self.submissions
        if (self._everything or idle) and reference.language.id == "python":
            try:
                target = Target(self.judge, reference, self.cases if self._everything else [*samples, *idle])
            except NoMutants as error:
                self.judge.screen.say(f"{error}; until then, cases that only mutants justify are not checked")
                return
            if not target.mutants:
                return
            what = f"mutants of {self.problem.id}"
            killers = self.judge.each(lambda one: [*target.killers(one)], target.mutants, what)
            for mutant, cases in zip(target.mutants, killers, strict=True):
                for case in cases:
                    self._killed[case.name].append(mutant)
        shown = {mutant for case in samples for mutant in self._killed[case.name]}
        for case in idle:
            if not set(self._killed[case.name]) - shown:
                what = "catches no wrong submission and no mutant that passes the sample; remove it"
                hint = 'add a program that it catches, or state its purpose, as in why: "for speed: ..."'
                yield f"{generated.place(self.problem, case)} {what}, {hint}"

    def _caught(self, case: Case) -> Iterator[str]:
        """The wrong submissions that a case has caught so far."""
        return (one.target for one in self.wrong if self.matrix.catches(case, one, is_asked=False))

    def document(self) -> dict[str, Any]:
        """The object of the JSON document: submissions and mutants that each case catches."""
        cases = [
            {
                "name": case.name,
                "group": case.group,
                "submissions": [*self._caught(case)],
                "mutants": [mutant.change for mutant in self._killed[case.name]],
            }
            for case in self.cases
        ]
        return {"problem": self.problem.id, "faults": self.faults, "cases": cases}
