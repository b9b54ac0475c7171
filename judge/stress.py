"""The command `stress`: the smallest input on which a program and the plain right answer differ."""

import argparse
import itertools
import json
import sys
import time
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from judge import languages, testdata
from judge.catalog import Catalog
from judge.errors import InputError
from judge.generated import LIMITS, load_generator, make_input
from judge.judging import Built, Session, Settings
from judge.model import Case, CaseResult, Submission, SubmissionResult, Verdict
from judge.report import explain
from judge.report.escape import readable
from judge.selection import guess_problem
from judge.terminal import Screen
from judge.verdict import decide

OK, FOUND = 0, 1
SMALL = 1000  # inputs of the smallest sizes, before they grow
LARGEST = 100  # records
SHRINK_LIMIT = 4.0  # s
WHY = "found by stress; say here which mistake it catches"
HEADER = (
    "# yaml-language-server: $schema=../../judge/schemas/testdata.json\n"
    "# Inputs that judge stress has found, each the smallest that shows a mistake.\n"
)


def stress(options: argparse.Namespace) -> int:
    """Search, shrink, show, and return the exit code. Raises InputError."""
    catalog = Catalog(options.root)
    path = Path(options.file)
    if not path.is_file():
        raise InputError(f"{path}: no such file; correct the path")
    problem_id = catalog.known(options.problem) if options.problem else guess_problem(path, catalog)
    problem = catalog.problem(problem_id)
    load_generator(catalog, problem_id)
    naive = catalog.naive(problem_id)
    python = languages.interpreter(options.python)
    settings = Settings(jobs=options.jobs, python=python, sandbox=options.sandbox)
    screen = Screen(options.color, sys.stdout)
    used = {languages.language_of(path), languages.language_of(naive)}
    with Session(settings, catalog.root, used) as session:
        note = session.wait()
        if note is not None:
            print(f"judge: {readable(note)}", file=sys.stderr)
        programs = [Submission(one, str(one), problem, ()) for one in (path, naive)]
        built = [session.build(program, warm=True) for program in programs]
        for one in built:
            if one.failure is not None:
                raise InputError(f"{one.submission.target}: {one.verdict.words}: {one.failure}")
        search = Search(session, catalog, built[0], built[1])
        try:
            result = search.first_failure(options)
            smallest = search.shrunk(result) if result is not None else None
        except BaseException:
            session.cancel()
            raise
        finally:
            search.close()
    speed = f"{search.tried} inputs, {search.tried / search.seconds:.0f} a second"
    if result is None or smallest is None:
        print(f"no difference found: {speed}")
        return OK
    show(screen, built[0], smallest, options)
    print(f"\nfound in {speed}; shrunk from {len(result.case.stdin)} to {len(smallest.case.stdin)} bytes")
    if options.save:
        save(catalog, problem_id, smallest)
    return FOUND


class Search:
    """Runs both programs on inputs, several at a time."""

    def __init__(self, session: Session, catalog: Catalog, program: Built, naive: Built) -> None:
        self._session = session
        self._catalog = catalog
        self._program = program
        self._naive = naive
        self._jobs = session.settings.jobs
        self._pool = ThreadPoolExecutor(self._jobs)
        self.tried = 0
        self.seconds = 0.0

    def close(self) -> None:
        """End the threads."""
        self._pool.shutdown(cancel_futures=True)

    def first_failure(self, options: argparse.Namespace) -> CaseResult | None:
        """Return the first input, in the order of their numbers, on which the program is not AC."""
        began = time.monotonic()
        numbers: Iterable[int] = range(options.runs) if options.runs else itertools.count()
        deadline = began + options.seconds
        problem_id = self._program.submission.problem.id
        inputs = (
            make_input(self._catalog, problem_id, f"{options.seed}.{number}", size_of(number))
            for number in itertools.takewhile(lambda _: time.monotonic() < deadline, numbers)
        )
        found = None
        for result in self._results(inputs):
            self.tried += 1
            if result.verdict is not Verdict.AC:
                found = result
                break
        self.seconds = time.monotonic() - began
        return found

    def shrunk(self, result: CaseResult) -> CaseResult:
        """Return a failure of the same kind whose simpler inputs do not fail like that, if time allows."""
        simpler = load_generator(self._catalog, self._program.submission.problem.id).simpler
        deadline = time.monotonic() + SHRINK_LIMIT
        while True:
            candidates = (text.encode() for text in simpler(result.case.stdin.decode()))
            timely = itertools.takewhile(lambda _: time.monotonic() < deadline, candidates)
            smaller = (one for one in self._results(timely) if one.verdict is result.verdict)
            found = next(smaller, None)
            if found is None:
                return result
            result = found

    def _results(self, inputs: Iterable[bytes]) -> Iterator[CaseResult]:
        """Yield what comes of inputs, in their order; as many are tried at a time as there are jobs."""
        inputs = iter(inputs)
        while True:
            batch = list(itertools.islice(inputs, 4 * self._jobs))
            if not batch:
                return
            yield from self._pool.map(self._try, batch)

    def _try(self, stdin: bytes) -> CaseResult:
        """Run both programs on an input. Raises InputError when the naive one fails."""
        run, expected = self._session.output(self._naive, stdin, LIMITS)
        verdict, note = decide(run, LIMITS, None)
        if note is not None:
            raise InputError(f"{self._naive.submission.path}: {verdict.words}: {note}; repair it")
        case = Case("found", WHY, "found", (), stdin, expected, 1)
        return self._session.run_case(self._program, case)


def size_of(number: int) -> int:
    """Return the size of an input by its number: many small ones first, then larger ones."""
    return 1 + number % 3 if number < SMALL else min(number // 200, LARGEST)


def show(screen: Screen, program: Built, result: CaseResult, options: argparse.Namespace) -> None:
    """Explain the failure as that of any case."""
    submission = SubmissionResult(program.submission, program.language, result.verdict, (result,))
    again = f"judge stress {options.file} --seed {options.seed}"
    screen.print(explain.explain(submission, result, again, screen.width))


def save(catalog: Catalog, problem_id: str, result: CaseResult) -> None:
    """Add the case to found.yaml, behind what is there. Raises InputError."""
    path = catalog.test_data(problem_id) / "found.yaml"
    names = {case.name for case in testdata.load(path.parent)}
    name = next(name for number in itertools.count(1) if (name := f"found_{number}") not in names)
    lines = [f"- name: {name}\n  why: {WHY}\n"]
    lines += [f"  {key}: {as_yaml(getattr(result.case, key))}" for key in ("stdin", "stdout")]
    before = path.read_text(encoding="utf-8") if path.exists() else HEADER
    path.write_text(f"{before}\n{''.join(lines)}", encoding="utf-8")
    testdata.load_file(path)
    print(f"added {name} to {path}")


def as_yaml(content: bytes) -> str:
    """Return bytes as a YAML value that stands for exactly them: a block where it can be one."""
    text = content.decode()
    lines = text.splitlines(keepends=True)
    is_block = text.isascii() and all(line.strip() == line[:-1] != "" for line in lines)
    if lines and is_block and all(line[:-1].isprintable() for line in lines):
        return "|\n" + "".join(f"    {line}" for line in lines)
    return json.dumps(text) + "\n"
