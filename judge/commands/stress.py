"""The command `stress`: find the smallest input on which a program is wrong, or two differ."""

import argparse
import itertools
import threading
import time
from collections import deque
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from functools import partial
from typing import TypeVar

from judge import commands as shared
from judge.authoring import testdata_text
from judge.authoring.parts import GENEROUS, Parts, Recipe
from judge.authoring.submissions import naive
from judge.core.errors import FAILED, OK, WRONG_INPUT, InputError
from judge.core.judging import AnyRunner, Judge
from judge.core.model import Case, CaseResult, Submission, SubmissionResult, Verdict, wall_limit
from judge.report import explain
from judge.report.escape import one_line
from judge.report.outfile import OutFile
from judge.report.styled import PLAIN, counted
from judge.report.terminal import Screen, say

SMALL = 1000  # inputs of the smallest sizes, before they grow
LARGEST = 100  # records
DRAWN, SHRUNK = 64, 8  # inputs that a job tries in a row
CANDIDATES, MOST_CANDIDATES = 16, 1024  # smaller inputs that are asked for at first, and later
IN_VAIN = 5000  # invalid ones in a row, after which no valid one is expected
SHRINK_LIMIT = 10.0  # s
ORACLE_LIMITS = GENEROUS._replace(time=10, wall=30)
ANY_FAILURE = frozenset(Verdict) - {Verdict.AC}

T = TypeVar("T")
Draw = Callable[[], Sequence[bytes]]


def add_options(parser: argparse.ArgumentParser) -> None:
    shared.add_common(parser)
    shared.add_problem(parser)
    shared.add_machine(parser, "inputs tried")
    add = parser.add_argument
    add("file", metavar="FILE", help="the program, - for one on stdin")
    add("other", nargs="?", metavar="FILE", help="another one to differ from (default: the oracle, naive)")
    add("--seconds", type=shared.seconds, default=10.0, metavar="S", help="to search (default: 10)")
    add("--runs", type=shared.integer, metavar="N", help="inputs to try at most")
    add("--seed", type=shared.integer, default=1, metavar="N", help="of the generator (default: 1)")
    about = "write the input that is found to a file (- is stdout)"
    add("--out", type=shared.report_name, metavar="FILE", help=about)
    add("--save", action="store_true", help="add what is found to the test data, as found.yaml")


def main(options: argparse.Namespace) -> int:
    repository = shared.repository(options)
    submission = repository.file(options.file, options.problem)
    problem = submission.problem
    named = [*filter(None, (options.file, options.other))]
    again = shared.again(options, "stress", [*named, "--seed", str(options.seed)], "seed", "out")
    settings = shared.settings(options, named)
    screen = shared.open_screen(options, options.out)
    oracle = repository.file(options.other, problem.id) if options.other else naive(problem)
    out = OutFile("--out", options.out, [submission.path, *repository.inputs])
    with Judge(settings, repository.root, screen) as judge, judge.session.threads() as pool:
        search = Search(judge, pool, submission, oracle, options.seconds)
        try:
            with screen.progress(options.runs, "inputs") as advance:
                result = search.first_failure(options.runs, options.seed, advance)
            if (failure := search.program.failure) is not None:
                found = SubmissionResult(submission, failure.verdict, 0, (), failure.message)
                screen.print(explain.explain_submission(found, screen.width, screen.height))
                return FAILED
            smallest = search.shrunk(result) if result is not None else None
        except OracleFailure as fault:
            show(screen, search.oracle, fault.result, again)
            if options.other:
                return FAILED
            raise InputError(
                f"{oracle.target} fails on this valid input; repair it, it must be right"
            ) from None
        judge.session.cancel()  # what is still under way has come too late
        if search.crash is not None:
            say(f"{one_line(search.crash)}: such smaller inputs were left out; repair the validator")
    speed = f"{counted(search.tried, 'input')}, {search.tried / search.seconds:.0f} a second"
    if result is None or smallest is None:
        if not search.tried:
            say(f"nothing was tried in {options.seconds:g} s; give it more --seconds")
            return WRONG_INPUT
        screen.print([[(f"no difference found: {speed}", PLAIN)]])
        return OK
    show(screen, search.program, smallest, again)
    sizes = f"from {len(result.case.stdin)} to {len(smallest.case.stdin)} bytes"
    screen.print([[], [(f"found in {speed}; shrunk {sizes}", PLAIN)]])
    out.write(smallest.case.stdin.decode)
    if options.save:
        screen.print([[(testdata_text.save_found(problem, smallest.case), PLAIN)]])
    return FAILED


class OracleFailure(Exception):
    """The oracle fails on a valid input."""

    def __init__(self, result: CaseResult) -> None:
        self.result = result


class Search:
    """Runs a program and the oracle on inputs, several at a time."""

    def __init__(
        self,
        judge: Judge,
        pool: ThreadPoolExecutor,
        submission: Submission,
        oracle: Submission,
        seconds: float,
    ) -> None:
        """Build the oracle. A run takes at most a quarter of the time to search: its input is small."""
        self._pool = pool
        self._jobs = judge.session.settings.jobs
        self._parts = Parts(judge.session, submission.problem)
        self.program, self.oracle = (judge.runner(one, fork=True) for one in (submission, oracle))
        most, limits = max(1.0, seconds / 4), self.program.limits
        self._limits = limits._replace(time=min(limits.time, most), wall=min(limits.wall, wall_limit(most)))
        if (failure := self.oracle.build()) is not None:
            target, words = self.oracle.submission.target, failure.verdict.words
            raise InputError(f"{target}: {words}: {failure.message}; repair it")
        self.tried = 0
        self.seconds, self._most_seconds = 0.0, seconds

    @property
    def crash(self) -> str | None:
        """The first error of the validator that is no ValueError."""
        return self._parts.crash

    def first_failure(self, runs: int | None, seed: int, advance: Callable[[], None]) -> CaseResult | None:
        """The first failure, by the number of its input; None as well if the program cannot be built."""
        if self.program.build() is not None:
            return None
        began = time.monotonic()
        numbers: Iterable[int] = range(runs) if runs else itertools.count()
        recipes = ((f"{seed}.{number}", size_of(number)) for number in numbers)
        draws = (partial(self._parts.make, share) for share in shares(recipes))
        result, self.tried = self._first(draws, ANY_FAILURE, began + self._most_seconds, advance)
        self.seconds = time.monotonic() - began
        return result

    def shrunk(self, result: CaseResult) -> CaseResult:
        """A failure of the same kind that no smaller input shows, if time allows."""
        deadline = time.monotonic() + SHRINK_LIMIT
        smaller: CaseResult | None = result
        while smaller is not None:
            result = smaller
            draws = (partial(tuple[bytes, ...], texts) for texts in self._smaller(result.case.stdin))
            smaller, _ = self._first(draws, {result.verdict}, deadline, lambda: None)
        return result

    def _smaller(self, text: bytes) -> Iterator[list[bytes]]:
        """Yield smaller valid inputs, the largest cuts first, in shares for a job."""
        start, count, more, invalid = 0, CANDIDATES, True, 0
        while more and invalid < IN_VAIN:
            texts, more = self._parts.shrink(text, start, count)
            invalid = 0 if texts else invalid + count
            for number in range(0, len(texts), SHRUNK):
                yield texts[number : number + SHRUNK]
            start, count = start + count, min(2 * count, MOST_CANDIDATES)

    def _first(
        self,
        draws: Iterable[Draw],
        verdicts: Collection[Verdict],
        deadline: float,
        advance: Callable[[], None],
    ) -> tuple[CaseResult | None, int]:
        """The first result with such a verdict, and the number of inputs tried until then or the deadline."""
        found = threading.Event()

        def is_over() -> bool:
            return found.is_set() or time.monotonic() > deadline

        def attempt(draw: Draw) -> tuple[CaseResult | None, int]:
            tried = 0
            for text in draw():
                if is_over():
                    break
                tried += 1
                result = self.program.run(self._answered(self._parts.case("found", text)), self._limits)
                if result.verdict in verdicts:
                    return result, tried
            return None, tried

        tried = 0
        waiting = itertools.takewhile(lambda _: not is_over(), draws)
        for result, count in in_order(self._pool, self._jobs, attempt, waiting):
            tried += count
            for _ in range(count):
                advance()
            if result is not None:
                found.set()
                return result, tried
        return None, tried

    def _answered(self, case: Case) -> Case:
        """Add the oracle's answer; raises OracleFailure."""
        printed = bytearray()
        result = self.oracle.run(case._replace(answered=False), ORACLE_LIMITS, printed.extend)
        if result.verdict is not Verdict.AC:
            raise OracleFailure(result)
        return case._replace(stdout=bytes(printed))


def in_order(
    pool: ThreadPoolExecutor, jobs: int, attempt: Callable[[Draw], T], draws: Iterable[Draw]
) -> Iterator[T]:
    """Yield the results of all shares in order; at most `jobs` + 1 are in flight."""
    running: deque[Future[T]] = deque()
    for draw in draws:
        running.append(pool.submit(attempt, draw))
        if len(running) > jobs:
            yield running.popleft().result()
    while running:
        yield running.popleft().result()


def size_of(number: int) -> int:
    """The size of an input by its number: many small ones first, then larger ones."""
    return 1 + number % 3 if number < SMALL else min(number // 200, LARGEST)


def shares(recipes: Iterable[Recipe]) -> Iterator[list[Recipe]]:
    """Split recipes into shares that a job draws in one run."""
    rest = iter(recipes)
    return iter(lambda: list(itertools.islice(rest, DRAWN)), [])


def show(screen: Screen, program: AnyRunner, result: CaseResult, again: str) -> None:
    """Explain a failure as `run` does."""
    submission = SubmissionResult(program.submission, result.verdict, 1, (result,))
    screen.print(explain.explain(submission, result, {"again": again}, screen.width))
