"""The command `check`: looks whether statements, test data, limits and submissions agree with one another."""

import argparse
import json
import re
import shlex
import shutil
from collections.abc import Iterator, Sequence
from functools import cached_property, partial
from pathlib import Path
from typing import Any

from judge.authoring import generated, inputs, leftovers, oracle, written
from judge.authoring.catches import Catches
from judge.authoring.statement import SAMPLES, Statement
from judge.commands import options as shared
from judge.core import languages, testdata
from judge.core.building import build, run_case
from judge.core.errors import FAILED, OK, WRONG_INPUT
from judge.core.judging import Judging, build_all, judge_all
from judge.core.model import MEBIBYTE, Case, Problem, Submission, SubmissionResult, Verdict
from judge.core.repository import Repository
from judge.core.session import Session
from judge.report.escape import one_line
from judge.report.faults import Faults
from judge.report.outfile import OutFile
from judge.report.terminal import Screen, say

VERSION = 1
FOLDERS = {re.sub("[ -]", "_", one.words): one for one in Verdict if one is not Verdict.JE}
SPARE = 2  # limits are at least this many times what accepted submissions need
PURPOSE = re.compile("for [a-z ]+: ")
HEADER = ("problem", "cases", "submissions", "faults")


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of `check`."""
    shared.add_common(parser)
    shared.add_ids(parser)
    shared.add_machine(parser, "cases or mutants tried")
    shared.add_json(parser, "which case catches which wrong submission and which mutant")
    parser.add_argument("--pin", action="store_true", help="add missing pins to generated cases")


def main(options: argparse.Namespace) -> int:
    """Check problems, print what is wrong with them, and return the exit code. Raises InputError.

    A problem that cannot be checked to the end is named in a line, and the others are checked.
    """
    repository = Repository(options.root)
    settings = shared.settings(options)
    screen = shared.open_screen(options, options.json)
    broken = Faults()
    checks, checked = [], []
    for problem in repository.problems(options.targets, broken.tell):
        with broken.told():
            checks.append(Check(problem, options))
    paths = [path for one in checks for path in one.submissions]
    faults = [] if options.targets else list(leftovers.in_repository(repository))
    show(screen, "", faults)
    with (
        OutFile("--json", options.json, repository.inputs) as output,
        Session(settings, repository.root, paths, say) as session,
        session.threads() as pool,
    ):
        session.isolation()  # where there must be a sandbox and is none, no problem is to blame
        # Several problems at a time: while one waits for its longest program, others use the cores.
        for one, running in [(one, pool.submit(one.run, session, screen)) for one in checks]:
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


def show(screen: Screen, title: str, lines: Sequence[str]) -> None:
    """Print faults, each in a line."""
    for line in lines:
        screen.print([[(title, "bold"), (one_line(line), "")]])


class Check:
    """One problem with everything that belongs to it. Faults are sentences: what is wrong; what to do."""

    def __init__(self, problem: Problem, options: argparse.Namespace) -> None:
        self.problem = problem
        self.cases: tuple[Case, ...] = ()
        self.submissions = {problem.solution: "accepted"}
        for folder in FOLDERS:
            for path in leftovers.programs(problem.submissions / folder):
                self.submissions[path] = folder
        self.faults: list[str] = []
        self.catches = Catches((), False)
        self._options = options

    def run(self, session: Session, screen: Screen) -> None:
        """Print all faults as they are found; with `--pin`, add pins first. Raises InputError."""
        title = f"{self.problem.id}: "
        wrong = None
        if self._options.pin and written.lacks_pins(self.problem):
            plain = written.plain(self.problem)
            wrong = oracle.fault(session, self.problem, plain, True, self._again)
            if wrong is None:
                digest = partial(generated.pin, session, self.problem)
                show(screen, title, list(written.pin(self.problem, digest)))
        for fault in [wrong] if wrong else self.find(session, screen):
            self.faults.append(fault)
            show(screen, title, [fault])

    def find(self, session: Session, screen: Screen) -> Iterator[str]:
        """Yield all faults; ends after the first stage that later ones depend on. Raises InputError."""
        self.cases = testdata.load(self.problem.test_data)
        excused = {case.name for case in self.cases if PURPOSE.match(case.why)}
        self.catches = Catches(excused, everything=bool(self._options.json))
        yield from leftovers.in_test_data(self.problem)
        yield from leftovers.in_submissions(self.problem, list(FOLDERS))
        yield from written.cut_reasons(self.problem)
        yield from self._sample()
        is_generating = any(case.generated for case in self.cases)
        wrong = oracle.fault(session, self.problem, self.cases, is_generating, self._again)
        if wrong is not None:
            yield wrong
            return
        self.cases, unmade = inputs.make(session, screen, self.problem, self.cases)
        yield from unmade
        if unmade:
            return
        yield from inputs.faults(session, screen, self.problem, self.cases)
        judgings = self._judge(session, screen)
        results = [result for one in judgings if (result := one.result()) is not None]
        unexpected = [*self._verdicts(results), *self._limits(session, results)]
        yield from unexpected
        if not unexpected:
            yield from self._mistakes(results)
            self.catches.try_mutants(session, screen, judgings[0])
            yield from self._idle_cases()

    @cached_property
    def _statement(self) -> Statement:
        return Statement.read(self.problem)

    def _sample(self) -> Iterator[str]:
        """Does the statement show the sample?"""
        samples = [case for case in self.cases if case.group == SAMPLES]
        found = self._statement.first_difference(samples)
        if found is not None:
            line, what = found
            path = f"{self.problem.shown(self.problem.statement)}:{line}"
            yield f"{path}: {what}; make the statement and {SAMPLES}.yaml equal"

    def _judge(self, session: Session, screen: Screen) -> list[Judging]:
        """Judge all submissions whose language is installed, the reference solution among them."""
        todo = []
        for path in self.submissions:
            language = languages.language_of(path)
            if language.id != "python" and shutil.which(language.version[0]) is None:
                say(f"{self.problem.shown(path)} is left out: {language.version[0]} is not on PATH")
                continue
            submission = Submission(path, self.problem.shown(path), self.problem)
            todo.append(Judging(session, submission, self.cases))
        right = [one for one in todo if self.submissions[one.submission.path] == "accepted"]
        wrong = [one for one in todo if one not in right]
        build_all(session, todo)
        with screen.progress(len(right) * len(self.cases), f"cases of {self.problem.id}") as advance:
            judge_all(session, right, advance)
        for one in right:
            self.catches.note(one)
        with screen.progress(len(wrong), f"wrong submissions of {self.problem.id}") as advance:
            named = {self.problem.folder / link: names for link, names in self._statement.catching.items()}
            self.catches.judge_wrong(session, wrong, named, advance)
        return todo

    def _verdicts(self, results: Sequence[SubmissionResult]) -> Iterator[str]:
        """Does every submission get the verdict that its folder names?"""
        for result in results:
            folder = self.submissions[result.submission.path]
            if result.verdict is not FOLDERS[folder]:
                failed = next((case for case in result.cases if case.verdict is not Verdict.AC), None)
                where = f" at '{failed.case.name}'" if failed else ""
                yield (
                    f"{result.submission.target} should be {FOLDERS[folder]}, as its folder says, but is "
                    f"{result.verdict}{where}; run it with: {self._again(result.submission.path)}"
                )

    def _again(self, path: Path) -> str:
        """Return the command that judges a submission, as it can be pasted."""
        here = Path.cwd()
        words = [str(path.relative_to(here) if path.is_relative_to(here) else path)]
        words += ["--problem", self.problem.id]
        for option in ("root", "python"):
            value = getattr(self._options, option)
            words += [f"--{option}", str(value)] if value is not None else []
        return shlex.join([*shared.started_as("run"), *words])

    def _limits(self, session: Session, results: Sequence[SubmissionResult]) -> Iterator[str]:
        """Do the limits leave room for every accepted submission?"""
        limits = self.problem.limits
        if limits.wall < limits.time:
            path = self.problem.shown(self.problem.folder / "problem.yaml")
            yield f"{path}: 'wall' ({limits.wall:g} s) is below 'time' ({limits.time:g} s); raise it"
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

    def _mistakes(self, results: Sequence[SubmissionResult]) -> Iterator[str]:
        """Is each program that the list of classic mistakes links to caught by a case that it names?"""
        judged = {result.submission.path: result.submission.target for result in results}
        known = {case.name for case in self.cases}
        for mistake in self._statement.mistakes:
            place = f"{self.problem.shown(self.problem.statement)}:{mistake.line}"
            for name in mistake.names:
                if name not in known and "_" in name:
                    yield f"{place}: there is no case '{name}'; correct the name"
            catches = {target for name in mistake.names for target in self.catches.submissions.get(name, ())}
            for link in mistake.links:
                path = self.problem.folder / link
                if path not in self.submissions:
                    yield f"{place}: there is no program {link}; correct the link"
                elif self.submissions[path] != "accepted" and judged.get(path) not in {*catches, None}:
                    yield f"{place}: none of the cases named here catches {link}; name one that does"

    def _idle_cases(self) -> Iterator[str]:
        """Does each case catch a wrong submission, or a mutant that passes the sample, or say why not?"""
        for case in self.catches.idle(self.cases):
            yield (
                f"{inputs.place(self.problem, case)} catches no wrong submission and no mutant that passes "
                f"the sample; remove it, add what it catches, or say what it is for, as in "
                f'why: "for speed: ..."'
            )


def document(checks: Sequence[Check]) -> dict[str, Any]:
    """Return the JSON document: what each case catches."""
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
                        "submissions": one.catches.submissions.get(case.name, []),
                        "mutants": [
                            {"line": mutant.line, "before": mutant.before, "after": mutant.after}
                            for mutant in one.catches.mutants.get(case.name, ())
                        ],
                    }
                    for case in one.cases
                ],
            }
            for one in checks
        ],
    }
