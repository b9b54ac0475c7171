"""The command `stress`: find the smallest input on which a program is wrong, or two differ."""

import contextlib
import itertools
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor

from judge.authoring import generated, testdata_text
from judge.authoring.inventory import naive
from judge.authoring.parts import GENEROUS, Parts
from judge.command_line import options as shared
from judge.command_line.out_file import OutFile
from judge.core.errors import FAILED, OK, WRONG_INPUT, InputError, T
from judge.core.judging import Judge
from judge.core.model import Case, CaseResult, Submission, SubmissionResult, Verdict, wall_limit
from judge.report import explain
from judge.report.styled import PLAIN, counted, one_line
from judge.report.terminal import say

SMALL = 1000  # inputs of the smallest sizes, before they grow
LARGEST = 100  # records
DRAWN, SHRUNK = 64, 8  # inputs that a job tries in a row
CANDIDATES, MOST_CANDIDATES = 16, 1024  # smaller inputs requested at first, and later
IN_VAIN = 5000  # invalid ones in a row, after which no valid one is expected
SHRINK_LIMIT = 10.0  # s
SLOWEST = 2.5  # s of CPU for a run: inputs are small
ORACLE_LIMITS = GENEROUS._replace(time=10, wall=30)


def add_options(add: shared.Add) -> None:
    shared.add_problem(add)
    shared.add_machine(add, "inputs tried")
    add("file", metavar="FILE", help="the program, - for one on stdin")
    about = "the program to compare it with (default: the oracle, naive)"
    add("other", nargs="?", metavar="FILE", help=about)
    add("--seconds", type=shared.seconds, default=10.0, metavar="S", help="seconds to search (default: 10)")
    add("--runs", type=shared.integer, metavar="N", help="maximum number of inputs to try")
    add("--seed", type=shared.integer, default=1, metavar="N", help="seed of the generator (default: 1)")
    about = "write the input found to a file (- is stdout)"
    add("--out", type=shared.report_name, metavar="FILE", help=about)
    add("--save", action="store_true", help="add the input found to found.yaml in the test data")


def main(options: shared.Options) -> int:
    named = [*filter(None, (options.file, options.other))]
    repository, settings, screen = options.prepared(*([one] for one in named), out=options.out)
    submission = repository.file(options.file, options.problem)
    problem = submission.problem
    names = map(shared.no_option, named)
    again = options.as_typed("stress", [*names, "--seed", str(options.seed)], "seed", "out")
    oracle = repository.file(options.other, problem.id) if options.other else naive(problem)
    out = OutFile("--out", options.out, repository, submission.path, oracle.path)
    with (
        Judge(settings, repository.root, screen) as judge,
        judge.session.threads() as pool,
        contextlib.ExitStack() as stack,
    ):
        stack.callback(judge.session.cancel)  # runs still in progress are too late
        search = Search(judge, pool, (submission, oracle))
        began = time.monotonic()
        with screen.progress(options.runs, "inputs") as advance:
            found = search.first_failure(options.runs, options.seed, options.seconds, advance)
        if search.program.failure is not None:
            result = search.program.outcome((), 0)
            screen.print(explain.explain(result, None, "", screen.width, screen.height))
            return FAILED
        if (failure := search.oracle.failure) is not None:
            raise InputError(f"{oracle.target}: {failure.verdict.words}: {failure.message}; repair it")
        each_second = search.tried / (time.monotonic() - began)
        speed = f"{counted(search.tried, 'input')}, {each_second:.0f} a second"
        if found is None and not search.tried:
            say(f"no input was tried in {options.seconds:g} s; increase --seconds")
            return WRONG_INPUT
        if found is None:
            screen.print([[(f"no difference found: {speed}", PLAIN)]])
            return OK
        if found.verdict is Verdict.JE:
            place = search.judged(found).submission.target
            raise InputError(f"{place}: {Verdict.JE.words}: {found.note}; try again")
        smallest = search.shrunk(found)
        if search.parts.crash is not None:
            what = "smaller inputs like that were skipped; repair the validator"
            say(f"{one_line(search.parts.crash)}: {what}")
        screen.print(explain.explain(search.judged(smallest), smallest, again, screen.width))
        case = smallest.case
        sizes = f"from {len(found.case.stdin)} to {len(case.stdin)} bytes"
        screen.print([[], [(f"found in {speed}; shrunk {sizes}", PLAIN)]])
        out.write(case.stdin.decode)
        if not case.answered and not options.other:
            what = "fails on this valid input; repair it: the oracle must be correct"
            raise InputError(f"{oracle.target} {what}")
        if options.save:
            case = search.answered(case) if options.other else case
            screen.print([[(testdata_text.save_found(problem, case), PLAIN)]])
        return FAILED


class Search:
    """Runs a program and the oracle on inputs, several at a time.

    A failure on a case that is not answered is one of the oracle, which makes the answers.
    """

    def __init__(self, judge: Judge, pool: ThreadPoolExecutor, pair: tuple[Submission, Submission]) -> None:
        """Build the oracle, the second of the pair."""
        self._judge, self._pool, self._jobs = judge, pool, judge.session.settings.jobs
        self.parts = Parts(judge.session, pair[0].problem)
        self.program = judge.runner(pair[0], fork=True)
        self.oracle = judge.runner(pair[1], fork=True, limits=ORACLE_LIMITS)
        limits, wall = self.program.limits, wall_limit(SLOWEST)
        self._limits = limits._replace(time=min(limits.time, SLOWEST), wall=min(limits.wall, wall))
        self.oracle.build()
        self.tried = 0

    def first_failure(
        self, runs: int | None, seed: int, seconds: float, advance: Callable[[], None]
    ) -> CaseResult | None:
        """The failure with the smallest number."""
        numbers: Iterable[int] = range(runs) if runs else itertools.count()
        recipes = ((f"{seed}.{number}", size_of(number)) for number in numbers)
        deadline = time.monotonic() + seconds
        return self._first(self.parts.make, shares(recipes, DRAWN), is_failure, deadline, advance)

    def shrunk(self, found: CaseResult) -> CaseResult:
        """Shrink the input of a failure while time allows: the same program must fail in the same way."""

        def is_alike(other: CaseResult) -> bool:
            return (other.case.answered, other.verdict) == (found.case.answered, found.verdict)

        deadline = time.monotonic() + SHRINK_LIMIT
        smaller: CaseResult | None = found
        while smaller is not None:
            found, smaller = smaller, None
            texts = self._smaller(found.case.stdin, deadline)
            try:
                smaller = self._first(list[bytes], shares(texts, SHRUNK), is_alike, deadline)
            except InputError as error:  # the failure is worth more than its size
                say(error)
        return found

    def _smaller(self, text: bytes, deadline: float) -> Iterator[bytes]:
        """Yield smaller valid inputs, the largest cuts first."""
        start, count, more, invalid = 0, CANDIDATES, True, 0
        while more and invalid < IN_VAIN and time.monotonic() < deadline:
            texts, more = self.parts.shrink(text, start, count)
            invalid = 0 if texts else invalid + count
            yield from texts
            start, count = start + count, min(2 * count, MOST_CANDIDATES)

    def _first(
        self,
        make: Callable[[list[T]], Sequence[bytes]],
        items: Iterator[list[T]],
        is_wanted: Callable[[CaseResult], bool],
        deadline: float,
        advance: Callable[[], None] = lambda: None,
    ) -> CaseResult | None:
        """The first wanted result, in order; `make` makes inputs of a share of items."""

        def attempt(share: list[T]) -> list[CaseResult]:
            done: list[CaseResult] = []
            for text in make(share):
                if time.monotonic() > deadline or (done and is_wanted(done[-1])):
                    break
                done.append(self._run(self.parts.case("found", text)))
            return done

        while time.monotonic() < deadline and (batch := [*itertools.islice(items, self._jobs)]):
            done = [*itertools.chain(*self._pool.map(attempt, batch))]
            self.tried += len(done)
            for _ in done:
                advance()
            if wanted := [*filter(is_wanted, done)]:
                return wanted[0]
        return None

    def _run(self, case: Case) -> CaseResult:
        """Run the oracle for the answer, then the program."""
        result = self.oracle.run(case._replace(answered=False))
        if result.verdict is not Verdict.AC:
            return result
        return self.program.run(case._replace(stdout=result.output), self._limits)

    def answered(self, case: Case) -> Case:
        """The case with an answer of the problem's oracle, which may be none of the pair."""
        oracle = self._judge.runner(naive(self.program.submission.problem), limits=GENEROUS)
        right = generated.right_answer(oracle, case.stdin, "repair it", case.args)
        return case._replace(stdout=right.output, answered=True)

    def judged(self, failure: CaseResult) -> SubmissionResult:
        """The outcome of the program, or the oracle, that has failed."""
        return (self.program if failure.case.answered else self.oracle).outcome([failure], 1)


def is_failure(result: CaseResult) -> bool:
    return result.verdict is not Verdict.AC


def size_of(number: int) -> int:
    """The size of an input by its number: small ones first, then growing ones."""
    return 1 + number % 3 if number < SMALL else min(number // 200, LARGEST)


def shares(items: Iterable[T], count: int) -> Iterator[list[T]]:
    """Split items into lists that a job tries in a row."""
    rest = iter(items)
    return iter(lambda: list(itertools.islice(rest, count)), [])
