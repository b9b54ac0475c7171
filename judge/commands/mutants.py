"""The command `mutants`: which small mistakes in a right program the test data would let through."""

import argparse
import json
import math
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any, NamedTuple, TypeVar

from judge.authoring import equivalents, generated, mutation
from judge.authoring.equivalents import Equivalent
from judge.authoring.mutation import Mutant
from judge.commands import options as shared
from judge.core import languages, testdata
from judge.core.building import build, run_case
from judge.core.errors import FAILED, OK, WRONG_INPUT, InputError
from judge.core.model import Case, Submission, Verdict
from judge.core.repository import Repository
from judge.core.session import Session
from judge.report.escape import readable
from judge.report.faults import Faults
from judge.report.outfile import OutFile
from judge.report.terminal import Screen, say

T = TypeVar("T")

VERSION = 1
HEADER = ("problem", "submission", "mutants", "killed", "equivalent", "survive", "score")
# A mutant may take PATIENCE s of CPU for a small case and FACTOR times what the right program takes; by the
# clock WAITING times that, because it may wait for other mutants.
PATIENCE, FACTOR, WAITING = 0.4, 10, 10


class Judged(NamedTuple):
    """A mutant, and the first case that kills it, or the proof that none can; or neither."""

    mutant: Mutant
    case: Case | None
    proof: str | None

    @property
    def survives(self) -> bool:
        """Whether no case kills it although it is not proven to be right."""
        return self.case is None and self.proof is None


class Report(NamedTuple):
    """All mutants of a submission, and the records that none of them is like."""

    submission: Submission
    mutants: list[Judged]
    unused: list[Equivalent]

    @property
    def killed(self) -> int:
        """How many fail at some case."""
        return sum(one.case is not None for one in self.mutants)

    @property
    def equivalent(self) -> int:
        """How many are proven to be right."""
        return sum(one.proof is not None for one in self.mutants)

    @property
    def survived(self) -> int:
        """How many are neither."""
        return sum(one.survives for one in self.mutants)

    @property
    def score(self) -> int:
        """Percent of those that are not equivalent which are killed; 100 only if all are."""
        wrong = len(self.mutants) - self.equivalent
        return math.floor(100 * self.killed / wrong) if wrong else 100


class Target:
    """A right program whose mutants are judged; safe for several threads."""

    def __init__(self, session: Session, submission: Submission, cases: Sequence[Case]) -> None:
        """Judge the program itself on all cases. Raises InputError unless it is right."""
        source = submission.path.read_bytes()
        try:
            self.mutants = mutation.mutants(source)
        except SyntaxError as error:
            raise InputError(f"{submission.target}:{error.lineno}: {error.msg}; judge it first") from None
        # A mutant may be longer than the program.
        problem = submission.problem._replace(source_limit=2 * len(source))
        self._session = session
        self._submission = submission._replace(problem=problem)
        built = build(session, self._submission, fork=True)
        with session.threads() as pool:
            results = list(pool.map(partial(run_case, session, built), cases))
        for result in results:
            if result.verdict is not Verdict.AC:
                raise InputError(f"{submission.target}: it fails at '{result.case.name}'; judge it first")
        small = [one for one in results if not testdata.is_large(one.case)]
        self._small = {one.case.name for one in small}
        self._cases = sorted(cases, key=lambda case: case.name not in self._small)
        slowest = max((one.run.cpu_s for one in small), default=0.0)
        time = min(PATIENCE + FACTOR * slowest, built.limits.time)
        self._limits = built.limits
        self._small_limits = built.limits._replace(time=time, wall=WAITING * time)

    def failures(self, mutant: Mutant) -> Iterator[Case]:
        """Yield the cases that kill a mutant, small ones first. Raises InputError."""
        path = self._session.new_folder() / self._submission.path.name
        path.write_bytes(mutant.source)
        built = build(self._session, self._submission._replace(path=path), fork=True)
        for case in self._cases:
            limits = self._small_limits if case.name in self._small else self._limits
            result = run_case(self._session, built._replace(limits=limits), case)
            if result.verdict is Verdict.JE:
                raise InputError(f"{self._submission.target}, line {mutant.line}: {result.note}; try again")
            if result.verdict is not Verdict.AC:
                yield case


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of `mutants`."""
    shared.add_common(parser)
    shared.add_ids(parser)
    shared.add_problem(parser)
    shared.add_machine(parser, "mutants tried")
    shared.add_json(parser, "all mutants")
    add = parser.add_argument
    add("--submission", action="append", default=[], metavar="FILE", help="change this file instead")
    add("--show", action="store_true", help="show all mutants, also those that are killed")


def main(options: argparse.Namespace) -> int:
    """Try all mutants, show those that survive, and return the exit code. Raises InputError."""
    repository = Repository(options.root)
    settings = shared.settings(options)
    screen = shared.open_screen(options, options.json)
    faults = Faults()
    named = options.targets or ([options.problem] if options.problem else [])
    problem_id = shared.problem_of_files(options)
    submissions = [given(repository, name, problem_id) for name in options.submission]
    if not submissions:
        for problem in repository.problems(named, faults.tell):
            with faults.told():
                path = problem.solution
                submissions.append(Submission(path, problem.shown(path), problem))
    reports = []
    with (
        OutFile("--json", options.json, [*(one.path for one in submissions), *repository.inputs]) as output,
        Session(settings, repository.root, [], say) as session,
    ):
        for submission in submissions:
            with faults.told():
                reports.append(attempt(session, submission, screen))
                show(screen, reports[-1], options.show)
        if not reports:
            return WRONG_INPUT
        output.write(lambda: json.dumps(document(reports), indent=1) + "\n")
    rows = [row(report) for report in reports]
    screen.table(HEADER, rows, titled=True)
    for record in [record for report in reports for record in report.unused]:
        say(record.mark.error("no mutant that survives is like this", "remove the record, or correct it"))
    if faults or any(report.unused for report in reports):
        return WRONG_INPUT
    return FAILED if any(report.survived for report in reports) else OK


def given(repository: Repository, name: str, problem_id: str | None) -> Submission:
    """Return a file of the user. Raises InputError."""
    submission = repository.file(name, problem_id)
    if languages.language_of(submission.path).id != "python":
        raise InputError(f"{name}: only Python programs can be changed; name a .py file")
    return submission


def attempt(session: Session, submission: Submission, screen: Screen) -> Report:
    """Try all mutants of a submission. Raises InputError when it is wrong itself."""
    problem = submission.problem
    cases = generated.complete(session, problem, testdata.load(problem.test_data))
    target = Target(session, submission, cases)
    records = equivalents.load(problem) if submission.path == problem.solution else []

    def first_failure(mutant: Mutant) -> Case | None:
        return next(target.failures(mutant), None)

    killers = try_all(session, screen, "mutants", target.mutants, first_failure)
    judged = [verdict_of(*pair, records) for pair in zip(target.mutants, killers, strict=True)]
    proven = [one.mutant for one in judged if one.proof is not None]
    unused = [record for record in records if not any(map(record.matches, proven))]
    return Report(submission, judged, unused)


def try_all(
    session: Session, screen: Screen, what: str, mutants: Sequence[Mutant], attempt: Callable[[Mutant], T]
) -> list[T]:
    """Return what comes of each mutant; a progress bar says what they are. Raises InputError."""
    results = []
    with session.threads() as pool, screen.progress(len(mutants), what) as advance:
        for result in pool.map(attempt, mutants):
            results.append(result)
            advance()
    return results


def verdict_of(mutant: Mutant, killer: Case | None, records: Sequence[Equivalent]) -> Judged:
    """Return a mutant with what came of it."""
    proofs = (record.proof for record in records if record.matches(mutant))
    return Judged(mutant, killer, next(proofs, None) if killer is None else None)


def show(screen: Screen, report: Report, everything: bool) -> None:
    """Print the mutants that survive, or all of them, each as a line with its change."""
    for one in report.mutants:
        if not everything and not one.survives:
            continue
        end = f"killed by {one.case.name}" if one.case else one.proof and f"equivalent: {one.proof}"
        title = f"{report.submission.target}:{one.mutant.line}: {end or 'survives all test data'}"
        screen.print(
            [
                [(readable(title), "bold")],
                [(f"    - {readable(one.mutant.before)}", "red")],
                [(f"    + {readable(one.mutant.after)}", "green")],
                [],
            ]
        )


def row(report: Report) -> tuple[str, ...]:
    """Return the line of the table for a submission."""
    counts = (len(report.mutants), report.killed, report.equivalent, report.survived)
    return (report.submission.problem.id, report.submission.target, *map(str, counts), f"{report.score} %")


def document(reports: Sequence[Report]) -> dict[str, Any]:
    """Return the JSON document."""
    return {
        "version": VERSION,
        "submissions": [
            {
                "problem": report.submission.problem.id,
                "submission": report.submission.target,
                "killed": report.killed,
                "equivalent": report.equivalent,
                "survived": report.survived,
                "score": report.score,
                "mutants": [
                    {
                        "line": one.mutant.line,
                        "before": one.mutant.before,
                        "after": one.mutant.after,
                        "case": one.case.name if one.case else None,
                        "proof": one.proof,
                    }
                    for one in report.mutants
                ],
            }
            for report in reports
        ],
    }
