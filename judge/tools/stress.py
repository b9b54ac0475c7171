"""The command `stress`: the smallest input on which a program and the plain right answer differ."""

import argparse
import contextlib
import itertools
import shlex
import sys
import time
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor

import yaml

from judge.core import testdata
from judge.core.building import Built, answer, build, run_case
from judge.core.errors import FAILED, OK, InputError
from judge.core.model import Case, CaseResult, Problem, Submission, SubmissionResult, Verdict
from judge.core.problems import Repository
from judge.core.session import Session
from judge.report import explain
from judge.report import options as shared
from judge.report.outfile import OutFile
from judge.report.terminal import Screen, say
from judge.tools import inputs
from judge.tools.batch import Answer, Batch
from judge.tools.inputs import Input

SMALL = 1000  # inputs of the smallest sizes, before they grow
LARGEST = 100  # records
SEARCHED, SHRUNK = 32, 8  # inputs that a job tries in a row
SHRINK_LIMIT = 4.0  # s
WHY = "found by stress; say here which mistake it catches"
HEADER = (
    "# yaml-language-server: $schema=../../judge/schemas/testdata.json\n"
    "# Inputs that judge stress has found, each the smallest that shows a mistake.\n"
)


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of `stress`."""
    shared.add_common(parser)
    shared.add_problem(parser)
    shared.add_machine(parser, "inputs tried")
    add = parser.add_argument
    add("file", metavar="FILE", help="the program")
    add("--seconds", type=shared.positive_number, default=10.0, metavar="S", help="to search (default: 10)")
    add("--runs", type=shared.positive_integer, metavar="N", help="inputs to try at most")
    add("--seed", type=shared.positive_integer, default=1, metavar="N", help="of the generator (default: 1)")
    add("--save", action="store_true", help="add what is found to the test data, as found.yaml")


def main(options: argparse.Namespace) -> int:
    """Search, shrink, show, and return the exit code. Raises InputError."""
    repository = Repository(options.root)
    submission = repository.file(options.file, options.problem)
    problem = submission.problem
    inputs.load_generator(problem)
    settings = shared.settings(options)
    with (
        Session(settings, repository.root, [submission.path, problem.naive], say) as session,
        contextlib.closing(Search(session, submission)) as search,
    ):
        result = search.first_failure(options)
        smallest = search.shrunk(result) if result is not None else None
    speed = f"{search.tried} input{'s' * (search.tried != 1)}, {search.tried / search.seconds:.0f} a second"
    if result is None or smallest is None:
        print(f"no difference found: {speed}")
        return OK
    show(shared.open_screen(options), search.program, smallest, options)
    sizes = f"from {len(result.case.stdin)} to {len(smallest.case.stdin)} bytes"
    print(f"\nfound in {speed}; shrunk {sizes}")
    if options.save:
        save(problem, smallest)
    return FAILED


class Search:
    """Runs a program and the naive one on inputs, several at a time."""

    def __init__(self, session: Session, submission: Submission) -> None:
        """Build both programs. Raises InputError when the first one cannot be built."""
        self._problem = problem = submission.problem
        self.program = build(session, submission, fork=True)
        if self.program.failure is not None:
            words = self.program.verdict.words
            raise InputError(f"{submission.target}: {words}: {self.program.failure}; repair it")
        naive = problem.naive
        self._naive = build(session, Submission(naive, str(naive), problem), fork=True)
        self._session = session
        self._takes_arguments = any(case.args for case in testdata.load(problem.test_data))
        self._batch = Batch(session, problem)
        self._jobs = session.settings.jobs
        self._pool = ThreadPoolExecutor(self._jobs)
        self.tried = 0
        self.seconds = 0.0

    def close(self) -> None:
        """End all programs and the threads that run them."""
        self._session.cancel()
        self._pool.shutdown(cancel_futures=True)

    def first_failure(self, options: argparse.Namespace) -> CaseResult | None:
        """Return the first input, in the order of their numbers, on which the program is not AC."""
        began = time.monotonic()
        numbers: Iterable[int] = range(options.runs) if options.runs else itertools.count()
        drawn = (self._draw(options.seed, number) for number in numbers)
        self.tried, found = self._first(drawn, set(Verdict) - {Verdict.AC}, SEARCHED, began + options.seconds)
        self.seconds = time.monotonic() - began
        return found

    def _draw(self, seed: int, number: int) -> Input:
        """Return an input; it is an argument as well if the problem has cases with arguments."""
        text = inputs.make(self._problem, f"{seed}.{number}", size_of(number))
        return inputs.given(text, self._takes_arguments)

    def shrunk(self, result: CaseResult) -> CaseResult:
        """Return a failure of the same kind whose simpler inputs do not fail like that, if time allows."""
        deadline = time.monotonic() + SHRINK_LIMIT
        smaller: CaseResult | None = result
        while smaller is not None:
            result = smaller
            texts = inputs.simpler(self._problem, result.case.stdin)
            simpler = (inputs.given(text, self._takes_arguments) for text in texts)
            _, smaller = self._first(simpler, {result.verdict}, SHRUNK, deadline)
        return result

    def _first(
        self, drawn: Iterable[Input], verdicts: set[Verdict], share: int, deadline: float
    ) -> tuple[int, CaseResult | None]:
        """Return how many inputs were tried, in their order, and the first that comes to such a verdict.

        None is tried after the deadline. Each job takes `share` of them at a time.
        """
        timely = itertools.takewhile(lambda _: time.monotonic() < deadline, drawn)
        shares = iter(lambda: list(itertools.islice(timely, share)), [])
        tried = 0
        for count, found in self._in_order(shares, verdicts):
            tried += count
            if found is not None:
                return tried, found
        return tried, None

    def _in_order(
        self, shares: Iterable[Sequence[Input]], verdicts: set[Verdict]
    ) -> Iterator[tuple[int, CaseResult | None]]:
        """Yield what comes of each share, in their order."""
        running: deque[Future[tuple[int, CaseResult | None]]] = deque()
        for part in shares:
            running.append(self._pool.submit(self._attempt, part, verdicts))
            # One more is under way than there are jobs, so that none waits for the next inputs.
            if len(running) > self._jobs:
                yield running.popleft().result()
        while running:
            yield running.popleft().result()

    def _attempt(self, given: Sequence[Input], verdicts: set[Verdict]) -> tuple[int, CaseResult | None]:
        """Return how many inputs were tried, and what comes of the first with such a verdict."""
        expected = self._right_answers(given)
        # To wait for the limit of time twice would be too much.
        suspects = range(len(given)) if verdicts == {Verdict.TLE} else self._suspects(given, expected)
        for number in suspects:
            case = Case("found", "", "", *given[number], expected[number], 0)
            result = run_case(self._session, self.program, case)
            if result.verdict in verdicts:
                return number + 1, result
        return len(given), None

    def _right_answers(self, given: Sequence[Input]) -> list[bytes]:
        """Return what the naive program prints. Raises InputError when it fails."""
        if self._naive.language == "python":
            answers = self._in_batch(self._naive, given)
            if len(answers) == len(given) and answers[-1].exit_code == 0:
                return [one.stdout for one in answers]
        return [answer(self._session, self._naive, one.stdin, "repair it", one.args) for one in given]

    def _suspects(self, given: Sequence[Input], expected: Sequence[bytes]) -> Iterator[int]:
        """Yield the numbers of the inputs on which the program may fail: some if it is Python, or all."""
        if self.program.language != "python":
            yield from range(len(given))
            return
        start = 0
        while start < len(given):
            answers = self._in_batch(self.program, given[start:])
            for number, one in enumerate(answers, start):
                if one.exit_code != 0 or one.stdout != expected[number]:
                    yield number
            start += len(answers)

    def _in_batch(self, program: Built, given: Sequence[Input]) -> list[Answer]:
        """Return the answers of a Python program up to its first failure."""
        assert program.program is not None and program.program.folder is not None
        name = program.submission.path.name
        source = (program.program.folder / name).read_bytes()
        return self._batch.answers(name, source, given, program.limits.time, careful=True)


def size_of(number: int) -> int:
    """Return the size of an input by its number: many small ones first, then larger ones."""
    return 1 + number % 3 if number < SMALL else min(number // 200, LARGEST)


def show(screen: Screen, program: Built, result: CaseResult, options: argparse.Namespace) -> None:
    """Explain the failure as that of any case."""
    submission = SubmissionResult(program.submission, program.language, result.verdict, 1, (result,))
    typed = shared.typed_again(options, (), "--seed")
    again = [*shared.started_as("stress"), *typed, "--seed", str(options.seed)]
    screen.print(explain.explain(submission, result, shlex.join(again), screen.width))


def save(problem: Problem, result: CaseResult) -> None:
    """Add the case to found.yaml, behind what is there. Raises InputError."""
    path = problem.test_data / "found.yaml"
    names = {case.name for case in testdata.load(path.parent)}
    name = next(name for number in itertools.count(1) if (name := f"found_{number}") not in names)
    before = path.read_text(encoding="utf-8") if path.exists() else HEADER
    lines = [f"- name: {name}\n  why: {WHY}\n"]
    if result.case.args:
        args = ", ".join(quoted(one).strip() for one in result.case.args)
        lines.append(f"  args: [{args}]\n")
    lines += [f"  {key}: {as_yaml(getattr(result.case, key))}" for key in ("stdin", "stdout")]
    with OutFile("--save", str(path)) as file:
        file.write(lambda: "".join([before, "\n", *lines]))
    print(f"added {name} to {path}")


def as_yaml(content: bytes) -> str:
    """Return bytes as a YAML value that stands for exactly them: a block where it can be one."""
    text = content.decode()
    lines = text.splitlines(keepends=True)
    is_block = text.isascii() and all(line.strip() == line[:-1] != "" for line in lines)
    if lines and is_block and all(line[:-1].isprintable() for line in lines):
        return "|\n" + "".join(f"    {line}" for line in lines)
    return quoted(text)


def quoted(text: str) -> str:
    """Return text in double quotes, as a line of YAML."""
    line: str = yaml.safe_dump(text, default_style='"', width=sys.maxsize)
    return line
