"""The command `check`: proves that statements, test data, limits and submissions agree with one another."""

import argparse
import itertools
import re
import shutil
from collections.abc import Iterator, Sequence
from functools import partial

from judge.core import languages, testdata
from judge.core.building import build, run_case
from judge.core.errors import FAILED, OK, InputError
from judge.core.judging import Judging, build_all, judge_all
from judge.core.model import MEBIBYTE, Case, Problem, Submission, SubmissionResult, Verdict
from judge.core.problems import Repository
from judge.core.session import Session
from judge.report import options as shared
from judge.report.escape import readable
from judge.report.terminal import Screen, say
from judge.tools import generated, inputs
from judge.tools.inputs import Input
from judge.tools.mutants import Subject, try_all
from judge.tools.mutation import Mutant

FOLDERS = {re.sub("[ -]", "_", verdict.words): verdict for verdict in Verdict}
SAMPLES = "sample"  # the group of the cases that a statement shows
SAMPLE = re.compile(r"^### (?:Input|Output)\n\n```\w*\n(.*?)^```$", re.DOTALL | re.MULTILINE)
SPARE = 2  # limits are at least this many times what accepted submissions need
PURPOSE = re.compile("for [a-z ]+: ")
HEADER = ("problem", "cases", "submissions", "faults")


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of `check`."""
    shared.add_common(parser)
    shared.add_ids(parser)
    shared.add_machine(parser, "cases or mutants tried")


def main(options: argparse.Namespace) -> int:
    """Check problems, print what is wrong with them, and return the exit code. Raises InputError."""
    repository = Repository(options.root)
    settings = shared.settings(options)
    screen = shared.open_screen(options)
    checks = [Check(problem) for problem in repository.problems(options.targets)]
    paths = [path for one in checks for path in one.submissions]
    rows = []
    found = 0
    with Session(settings, repository.root, paths, say) as session:
        for one in checks:
            faults = one.faults(session, screen)
            for fault in faults:
                screen.print([[(f"{one.problem.id}: ", "bold"), (readable(fault).replace("\n", " "), "")]])
            counts = (len(one.cases), len(one.submissions), len(faults))
            rows.append((one.problem.id, *map(str, counts)))
            found += len(faults)
    screen.table(HEADER, rows, titled=True)
    return FAILED if found else OK


class Check:
    """One problem with everything that belongs to it. Faults are sentences: what is wrong; what to do."""

    def __init__(self, problem: Problem) -> None:
        """Load it. Raises InputError."""
        self.problem = problem
        self.cases = testdata.load(problem.test_data)
        self.submissions = {problem.solution: "accepted"}
        for path in sorted(problem.submissions.glob("*/*.*")):
            self.submissions[path] = path.parent.name

    def faults(self, session: Session, screen: Screen) -> list[str]:
        """Return all faults; stops after the first stage that later ones depend on."""
        faults = list(self._sample())
        unmade = list(self._make_cases(session))
        if unmade:
            return faults + unmade
        faults += self._inputs()
        results = self._judge(session, screen)
        unexpected = [*self._verdicts(results), *self._limits(session, results)]
        if unexpected:
            return faults + unexpected
        return [*faults, *self._idle_cases(session, screen, results)]

    def _sample(self) -> Iterator[str]:
        """Does the statement show the sample?"""
        shown = SAMPLE.findall(self.problem.statement.read_text(encoding="utf-8"))
        samples = [case for case in self.cases if case.group == SAMPLES]
        if [text.encode() for text in shown] != [text for one in samples for text in (one.stdin, one.stdout)]:
            statement = self.problem.shown(self.problem.statement)
            yield (
                f"the blocks below '### Input' and '### Output' in {statement} are not the cases of "
                f"{SAMPLES}.yaml; make them equal"
            )

    def _make_cases(self, session: Session) -> Iterator[str]:
        """Do the answers to generated inputs match their pins, when nothing comes out of the cache?"""
        cases = list(self.cases)
        for number, case in enumerate(cases):
            try:
                cases[number] = generated.make(session, self.problem, case, cached=False)
            except InputError as error:
                yield str(error)
        self.cases = tuple(cases)

    def _inputs(self) -> Iterator[str]:
        """Do all inputs keep to the format, and are no two the same?"""
        first: dict[tuple[tuple[str, ...], bytes], str] = {}
        for case in self.cases:
            complaint = inputs.complaint(self.problem, Input(case.args, case.stdin).text)
            if complaint is not None:
                yield f"{self._place(case)} breaks the format ({complaint}); repair it"
            other = first.setdefault((case.args, case.stdin), case.name)
            if other != case.name:
                yield f"{self._place(case)} has the same input as '{other}'; remove one of them"

    def _judge(self, session: Session, screen: Screen) -> list[SubmissionResult]:
        """Judge all submissions whose language is installed, the reference solution among them."""
        todo = []
        for path in self.submissions:
            language = languages.language_of(path)
            if language.id != "python" and shutil.which(language.version[0]) is None:
                say(f"{self.problem.shown(path)} is left out: {language.version[0]} is not on PATH")
                continue
            submission = Submission(path, self.problem.shown(path), self.problem)
            todo.append(Judging(session, submission, self.cases))
        build_all(session, todo)
        total = len(todo) * len(self.cases)
        with screen.progress(total, f"cases of {self.problem.id}") as advance:
            judge_all(session, todo, advance)
        return [one.result() for one in todo]

    def _verdicts(self, results: Sequence[SubmissionResult]) -> Iterator[str]:
        """Does every submission get the verdict that its folder names?"""
        for result in results:
            folder = self.submissions[result.submission.path]
            target = result.submission.target
            if folder not in FOLDERS:
                yield f"{target}: the folder '{folder}' names no verdict; use one of {', '.join(FOLDERS)}"
            elif result.verdict is not FOLDERS[folder]:
                failed = next((case for case in result.cases if case.verdict is not Verdict.AC), None)
                where = f" at '{failed.case.name}'" if failed else ""
                yield (
                    f"{target} should be {FOLDERS[folder]}, as its folder says, but is "
                    f"{result.verdict}{where}; run it with 'judge run {target}'"
                )

    def _limits(self, session: Session, results: Sequence[SubmissionResult]) -> Iterator[str]:
        """Do the limits leave room for every accepted submission?"""
        limits = self.problem.limits
        for result in results:
            if self.submissions[result.submission.path] != "accepted" or not result.cases:
                continue
            slowest = max(result.cases, key=lambda case: case.run.cpu_s)
            seconds = slowest.run.cpu_s
            if SPARE * seconds > limits.time:
                # Others that ran at the same time may have held it up.
                again = run_case(session, build(session, result.submission, fork=True), slowest.case)
                seconds = min(seconds, again.run.cpu_s)
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

    def _idle_cases(
        self, session: Session, screen: Screen, results: Sequence[SubmissionResult]
    ) -> Iterator[str]:
        """Does each case catch a wrong submission, or a mutant that passes the sample, or say why not?"""
        samples = [case for case in self.cases if case.group == SAMPLES]
        others = [case for case in self.cases if case.group != SAMPLES]
        idle = {case.name: case for case in others if not PURPOSE.match(case.why)}
        for result in results:
            for judged in result.cases:
                if judged.verdict is not Verdict.AC:
                    idle.pop(judged.case.name, None)
        subject = Subject(session, results[0].submission, (*samples, *idle.values()))
        tried = subject.mutants if idle else []
        caught = try_all(
            session, screen, f"mutants of {self.problem.id}", tried, partial(told_apart, subject)
        )
        for case in itertools.chain(*caught):
            idle.pop(case.name, None)
        for case in idle.values():
            yield (
                f"{self._place(case)} catches no wrong submission and no mutant that passes the sample; "
                f"remove it, add what it catches, or let 'why' say what it is for, as in 'for speed: ...'"
            )

    def _place(self, case: Case) -> str:
        path = self.problem.test_data / f"{case.group}.yaml"
        return f"{self.problem.shown(path)}:{case.line}: '{case.name}'"


def told_apart(subject: Subject, mutant: Mutant) -> list[Case]:
    """Return the cases that a mutant fails, none if the sample is among them."""
    failures = []
    for case in subject.failures(mutant):
        if case.group == SAMPLES:
            return []
        failures.append(case)
    return failures
