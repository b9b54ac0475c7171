"""The command `mutants`: which small mistakes in a right program the test data would let through."""

import argparse
import json
import math
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple, TypeVar

from judge.core import languages, testdata
from judge.core.errors import FAILED, OK, InputError
from judge.core.model import Case, Submission
from judge.core.problems import Repository
from judge.core.session import Session
from judge.report import options as shared
from judge.report.escape import readable
from judge.report.outfile import OutFile
from judge.report.terminal import Screen, say
from judge.tools import equivalents, generated, mutation
from judge.tools.batch import Answer, Batch
from judge.tools.equivalents import Equivalent
from judge.tools.inputs import Input
from judge.tools.mutation import Mutant

T = TypeVar("T")

VERSION = 1
HEADER = ("problem", "submission", "mutants", "killed", "equivalent", "survive", "score")
FIRST = 8  # cases, which most mutants do not pass
SMALL = 1 << 16  # bytes of input and output
# A mutant may take PATIENCE s of CPU for a small case, and FACTOR times what the right program takes.
PATIENCE, FACTOR = 0.4, 10


class Fate(NamedTuple):
    """A mutant, and the first case that fails with it, or why there can be none; or neither."""

    mutant: Mutant
    case: Case | None
    proof: str | None

    @property
    def survives(self) -> bool:
        """Whether no case tells the mutant from the program, although it is not proven to be right."""
        return self.case is None and self.proof is None


class Trial(NamedTuple):
    """All mutants of a submission."""

    submission: Submission
    fates: list[Fate]

    @property
    def killed(self) -> int:
        """How many fail at some case."""
        return sum(fate.case is not None for fate in self.fates)

    @property
    def equivalent(self) -> int:
        """How many are proven to be right."""
        return sum(fate.proof is not None for fate in self.fates)

    @property
    def survived(self) -> int:
        """How many are neither."""
        return sum(fate.survives for fate in self.fates)

    @property
    def score(self) -> int:
        """Percent of those that are not equivalent which are killed; 100 only if all are."""
        wrong = len(self.fates) - self.equivalent
        return math.floor(100 * self.killed / wrong) if wrong else 100


class Subject:
    """A right program, and the cases that its mutants are tried on."""

    def __init__(self, session: Session, submission: Submission, cases: Sequence[Case]) -> None:
        """Run the program itself on all cases. Raises InputError unless it is right."""
        self._batch = Batch(session, submission.problem)
        self._name = submission.path.name
        source = submission.path.read_bytes()
        limit = submission.problem.limits.time
        try:
            self.mutants = mutation.mutants(source)
        except SyntaxError as error:
            raise InputError(f"{submission.target}:{error.lineno}: {error.msg}; judge it first") from None
        answers = self._batch.answers(self._name, source, inputs_of(cases), limit)
        small, large, slowest = [], [], 0.0
        for case, answer in zip(cases, answers, strict=True):
            if is_failure(case, answer):
                raise InputError(f"{submission.target}: it fails at '{case.name}'; judge it first")
            if len(case.stdin) + len(case.stdout) > SMALL:
                large.append(case)
                continue
            small.append(case)
            slowest = max(slowest, answer.cpu_s)
        patience = min(PATIENCE + FACTOR * slowest, limit)
        self._parts = [(small[:FIRST], patience), (small[FIRST:], patience), (large, limit)]

    def failures(self, mutant: Mutant, careful: bool = False) -> Iterator[Case]:
        """Yield the cases that a mutant fails; with `careful`, the first one early, but not all."""
        for cases, seconds in self._parts:
            answers = self._batch.answers(self._name, mutant.source, inputs_of(cases), seconds, careful)
            for case, answer in zip(cases, answers, strict=not careful):
                if is_failure(case, answer):
                    yield case


def inputs_of(cases: Sequence[Case]) -> list[Input]:
    """Return what the cases give to a program."""
    return [Input(case.args, case.stdin) for case in cases]


def is_failure(case: Case, answer: Answer) -> bool:
    """Tell whether an answer is not that of a right program."""
    return answer.exit_code != 0 or answer.stdout != case.stdout


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of `mutants`."""
    shared.add_common(parser)
    shared.add_ids(parser)
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
    submissions = [given(repository, name) for name in options.submission] or [
        Submission(problem.solution, problem.shown(problem.solution), problem)
        for problem in repository.problems(options.targets)
    ]
    trials = []
    with (
        OutFile("--json", options.json) as output,
        Session(settings, repository.root, [], say) as session,
    ):
        for submission in submissions:
            trials.append(attempt(session, submission, screen))
            show(screen, trials[-1], options.show)
        output.write(lambda: json.dumps(document(trials), indent=1) + "\n")
    rows = [row(trial) for trial in trials]
    screen.table(HEADER, rows, titled=True)
    return FAILED if any(trial.survived for trial in trials) else OK


def given(repository: Repository, name: str) -> Submission:
    """Return a file of the user. Raises InputError."""
    submission = repository.file(name)
    if languages.language_of(submission.path).id != "python":
        raise InputError(f"{name}: only Python programs can be changed; name a .py file")
    return submission


def attempt(session: Session, submission: Submission, screen: Screen) -> Trial:
    """Try all mutants of a submission. Raises InputError when it is wrong itself, or a record is."""
    problem = submission.problem
    cases = generated.complete(session, problem, testdata.load(problem.test_data))
    subject = Subject(session, submission, cases)
    records = equivalents.load(problem) if submission.path == problem.solution else []

    def first_failure(mutant: Mutant) -> Case | None:
        return next(subject.failures(mutant, careful=True), None)

    killers = try_all(session, screen, "mutants", subject.mutants, first_failure)
    fates = [judged(*pair, records) for pair in zip(subject.mutants, killers, strict=True)]
    for record in records:
        if not any(fate.proof is not None and record.matches(fate.mutant) for fate in fates):
            raise record.mark.error(
                "no mutant that survives is like this", "remove the record, or correct it"
            )
    return Trial(submission, fates)


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


def judged(mutant: Mutant, killer: Case | None, records: Sequence[Equivalent]) -> Fate:
    """Return the fate of a mutant."""
    proofs = (record.proof for record in records if record.matches(mutant))
    return Fate(mutant, killer, next(proofs, None) if killer is None else None)


def show(screen: Screen, trial: Trial, everything: bool) -> None:
    """Print the mutants that survive, or all of them, each as a line with its change."""
    for fate in trial.fates:
        if not everything and not fate.survives:
            continue
        end = f"killed by {fate.case.name}" if fate.case else fate.proof and f"equivalent: {fate.proof}"
        title = f"{trial.submission.target}:{fate.mutant.line}: {end or 'survives all test data'}"
        screen.print(
            [
                [(readable(title), "bold")],
                [(f"    - {readable(fate.mutant.before)}", "red")],
                [(f"    + {readable(fate.mutant.after)}", "green")],
                [],
            ]
        )


def row(trial: Trial) -> tuple[str, ...]:
    """Return the line of the table for a submission."""
    counts = (len(trial.fates), trial.killed, trial.equivalent, trial.survived)
    return (trial.submission.problem.id, trial.submission.target, *map(str, counts), f"{trial.score} %")


def document(trials: Sequence[Trial]) -> dict[str, Any]:
    """Return the JSON document."""
    return {
        "version": VERSION,
        "submissions": [
            {
                "problem": trial.submission.problem.id,
                "submission": trial.submission.target,
                "killed": trial.killed,
                "equivalent": trial.equivalent,
                "survived": trial.survived,
                "score": trial.score,
                "mutants": [
                    {
                        "line": fate.mutant.line,
                        "before": fate.mutant.before,
                        "after": fate.mutant.after,
                        "case": fate.case.name if fate.case else None,
                        "proof": fate.proof,
                    }
                    for fate in trial.fates
                ],
            }
            for trial in trials
        ],
    }
