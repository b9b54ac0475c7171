"""Judges submissions: builds each once and runs its cases in parallel."""

import bisect
import sys
import threading
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import NamedTuple, Protocol, Self

from judge.core import files, languages, verdict
from judge.core.errors import CompileError, InputError, T, U
from judge.core.model import MOST_TLE, Case, CaseResult, Submission, SubmissionResult, Verdict
from judge.core.session import COMPILER_LIMITS, Session, Settings
from judge.sandbox import PROGRAM, WORK, Limits, Program, Run, Taker

DRIVER = "__driver__.py"
NO_SPACE = "No space left on device"  # in the words of compilers
UNFIT = ("No such file", "Not a directory", "Permission denied", "Exec format", "Accessing a corrupted")
NOT_FOUND = 127  # exit code for a program that does not start
BESIDE_HEAP = 80  # MiB that Java and Node need: code, and half of a deep stack
KEPT = 1 << 18  # bytes of output without an answer: more fills the memory, and is read by nobody
NOT_MADE = "needs judge/authoring/generated.py, which is missing"

# Gets a submission, so far, and its first failure; None if it cannot run.
Show = Callable[[SubmissionResult, CaseResult | None], None]


class Failure(NamedTuple):
    """Why a submission cannot run, which may be found out after its first run-time error."""

    verdict: Verdict
    message: str


class Source(NamedTuple):
    """The files and commands of a submission, which decide its outcome.

    `{folder}` of languages.yaml has become PROGRAM, the folder of the files, or the compiler's WORK.
    """

    name: str = ""
    content: bytes = b""
    driver: bytes = b""
    compile: tuple[str, ...] = ()
    run: tuple[str, ...] = ()
    check: tuple[str, ...] = ()


class Runner:
    """Runs one submission; safe for several threads.

    The source is read at once, and compiled by `build` or the first `run`. Either may set `failure`, and so
    may the first run-time error: only then is a program of an interpreted language checked.
    """

    def __init__(
        self, session: Session, submission: Submission, fork: bool = False, limits: Limits | None = None
    ) -> None:
        """With `fork`, one interpreter is forked for each run, where the language allows it."""
        self.submission = submission
        self.limits = limits or session.settings.limits(submission.problem.limits)
        self.failure: Failure | None = None
        self.printed = ""  # by the compiler
        self.kept = sys.maxsize  # bytes of output without an answer
        can_fork = submission.language.fork and not session.settings.python.is_virtual
        self._session, self._fork = session, fork and can_fork
        self._lock = threading.RLock()
        self._program: Program | None = None
        self._asked: set[str] = set()
        self._folders = languages.folders(submission.language, submission.language.run)
        self.source = Source()
        try:
            self.source = self._read()
        except CompileError as error:
            self.failure = Failure(Verdict.CE, str(error))

    def _read(self) -> Source:
        problem, path, language = self.submission.problem, self.submission.path, self.submission.language
        if problem.driver is not None and language.id != "python":
            raise InputError(f"{path}: '{problem.id}' is a problem of Python functions; submit a .py file")
        content = self.submission.content
        size = path.stat().st_size if content is None else len(content)
        if size > problem.source_limit and language.suffixes:  # not an executable file
            raise CompileError(f"{size} bytes of source, the limit is {problem.source_limit}")
        content = files.content(path) if content is None else content
        if b"\0" in content and language.suffixes:  # Python runs bytecode and zip archives under any name
            raise CompileError("the source has NUL bytes: it is not text")
        # A link may lead to a file of any name; capitals mean something else to a compiler.
        suffix = path.suffix if path.suffix in (language.suffixes or path.suffix) else language.suffixes[0]
        # Some compilers refuse a file name that is not UTF-8.
        file = stem = language.file or path.stem.encode(errors="replace").decode()
        if language.main_class:
            from judge.core import java  # only for Java

            file, stem = java.names(content.decode("utf-8", "replace"), stem)
        name = file + suffix if file + suffix != DRIVER else f"_{DRIVER}"
        python, memory = self._session.settings.python.path, self.limits.memory >> 20  # MiB
        values = {"python": python, "source": f"{PROGRAM}/{name}", "stem": stem}
        values |= {"memory": f"{memory}", "heap": f"{max(memory - BESIDE_HEAP, (memory + 1) // 2)}"}

        def command(words: tuple[str, ...], folder: str) -> tuple[str, ...]:
            return languages.command(language, words, {**values, "folder": folder})

        driver, run = b"", command(language.run, PROGRAM)
        if problem.driver is not None:
            driver = files.text(problem.driver).encode()
            at = run.index(values["source"]) if values["source"] in run else 1  # behind options
            run = (*run[:at], f"{PROGRAM}/{DRIVER}", *run[at:])
        compiler, check = command(language.compile, WORK), command(language.check, PROGRAM)
        return Source(name, content, driver, compiler, run, check)

    def build(self) -> Failure | None:
        """Compile the submission unless that has been done."""
        if self.source.compile:
            self._ask("build", self._make)
        return self.failure

    def _ask(self, question: str, answer: Callable[[], object]) -> None:
        """Call a function that may set `failure`, but only once."""
        with self._lock:
            if question not in self._asked:
                self._asked.add(question)
                answer()

    def _make(self) -> Program | None:
        """The program, compiled at the first call; None if it cannot run."""
        with self._lock:
            if self.failure is None and self._program is None:
                folder = self._session.new_folder()
                mode = 0o666 if self.submission.language.suffixes else 0o777  # an executable file
                files.write(folder / self.source.name, self.source.content, mode=mode)
                if self.source.compile:
                    self.failure = self._compile(folder)
                if self.source.driver:
                    files.write(folder / DRIVER, self.source.driver)
                self._program = Program(self.source.run, folder, self._fork)
            return self._program if self.failure is None else None

    def _compile(self, folder: Path) -> Failure | None:
        run, message = self._session.compile(Program(self.source.compile, folder), self.submission.language)
        if run.fault is not None or (run.exit_code and NO_SPACE in message and files.is_full(folder)):
            return Failure(Verdict.JE, run.fault or message)
        if run.stopped is not None:
            message = f"the compiler was stopped at its {run.stopped} limit\n{message}".strip()
        elif run.signal is not None:
            message = f"the compiler was {verdict.decide(run, COMPILER_LIMITS, None)[1]}\n{message}".strip()
        elif run.exit_code == 0:
            made = Path(self.source.run[0].replace(PROGRAM, str(folder)))
            if "/" not in self.source.run[0] or files.has_execute_bit(made):
                self.printed = message
                return None
            message = "the compiler produced no program; is there a main function?"
        return Failure(Verdict.CE, message or f"the compiler ended with exit code {run.exit_code}")

    def _check(self) -> str | None:
        """Set `failure` if a program that has failed could not run at all, as its language's check says.

        Return the limit at which the check itself was stopped.
        """
        run, program = Run(), self._make()
        if program is not None:
            program = Program(self.source.check, program.folder)
            run = self._session.run(program, COMPILER_LIMITS, b"", None, *self._folders)
            if run.fault is not None or (run.signal and run.stopped is None):  # somebody has killed it
                self.failure = Failure(Verdict.JE, verdict.decide(run, COMPILER_LIMITS, None)[1] or "")
            elif run.exit_code:  # or Python lacks a library of its own, which may be hidden
                is_absent = run.exit_code == NOT_FOUND and self.submission.language.fork
                kind = Verdict.JE if is_absent else Verdict.CE
                self.failure = Failure(kind, run.stderr.decode("utf-8", "backslashreplace").strip())
        return run.stopped

    def run(self, case: Case, limits: Limits | None = None) -> CaseResult:
        """Run on one case, by default under `self.limits`."""
        result = self.attempt(case, limits or self.limits)
        if result.verdict is Verdict.RE and self.source.check:
            self._ask("check", self._check)
        return result

    def attempt(self, case: Case, limits: Limits) -> CaseResult:
        """Run on one case, without a check after a run-time error."""
        if case.generated is not None:
            return CaseResult(case, Verdict.JE, Run(fault=NOT_MADE), NOT_MADE)
        comparison = (self.submission.problem.comparison or verdict.Comparison)(case.stdout)
        printed = bytearray()  # where there is no answer to compare with

        def keep(chunk: bytes) -> None:
            printed.extend(chunk[: self.kept - len(printed)])

        run = self.execute(case, limits, comparison.feed if case.answered else keep)
        result = verdict.judged(case, run, limits, comparison.difference() if case.answered else None)
        return result._replace(output=bytes(printed))

    def outcome(self, cases: Sequence[CaseResult], total: int) -> SubmissionResult:
        """The outcome, given the results of some cases: that of the first which is not AC."""
        if self.failure is not None:
            return SubmissionResult(self.submission, self.failure.verdict, total, (), self.failure.message)
        found = next((case.verdict for case in cases if case.verdict is not Verdict.AC), Verdict.AC)
        return SubmissionResult(self.submission, found, total, tuple(cases), printed=self.printed)

    def execute(self, case: Case, limits: Limits, stdout: Taker) -> Run:
        """Run on the input of a case; `stdout` gets the output as it arrives."""
        if (program := self._make()) is None:
            return Run(fault=self.failure and self.failure.message)
        run = self._session.run(program._replace(args=case.args), limits, case.stdin, stdout, *self._folders)
        file, _, name = self.source.run[0].partition("/")
        if file == PROGRAM and run.fault and run.fault.startswith(UNFIT) and run.fault.endswith(f"/{name}"):
            if files.is_noexec(program.folder):
                return Run(fault=f"{program.folder.parent.parent} is mounted noexec; name another in TMPDIR")
            # As a shell would: it is the file's fault, not the judge's.
            why = f"{run.fault}: is the interpreter in its first line, or its loader, missing here?\n"
            return Run(exit_code=NOT_FOUND, stderr=why.encode())
        return run


class Display(Protocol):
    """The part of report.terminal.Screen that a Judge needs."""

    def say(self, message: object) -> None: ...

    def print(self, lines: Sequence[list[tuple[str, str]]]) -> None: ...

    def progress(self, total: int | None, what: str = "cases") -> AbstractContextManager[Callable[[], None]]:
        """The context is the function that advances it."""


class Judge:
    """Makes runners, and calls functions in parallel: a session, with a screen to show progress."""

    def __init__(self, settings: Settings, root: Path, screen: Display) -> None:
        self.screen, self.session = screen, Session(settings, root, screen.say)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.session.close()

    def runner(self, submission: Submission, fork: bool = False, limits: Limits | None = None) -> Runner:
        return Runner(self.session, submission, fork, limits)

    def each(self, function: Callable[[T], U], items: Sequence[T], what: str) -> list[U]:
        """Call a function for all items in parallel, with a progress bar; an error ends all programs."""
        from concurrent.futures import as_completed  # takes long to import: while the sandbox starts

        numbered = iter(enumerate(items))  # shared by the threads: a future for each item would take longer
        found: dict[int, U] = {}
        with self.screen.progress(len(items), what) as advance, self.session.threads() as pool:

            def work() -> None:
                for number, item in numbered:
                    found[number] = function(item)
                    advance()

            try:
                for one in as_completed([pool.submit(work) for _ in items[: self.session.settings.jobs]]):
                    one.result()
            finally:
                list(numbered)  # after an error, nothing else is begun
        return [found[number] for number in range(len(items))]


class Judging:
    """A submission and the results of its cases so far; safe for several threads.

    It ends at the first failure or the third TLE, as the settings say. Both are counted in the order of
    cases, and later results dropped, so that the number of jobs changes nothing.
    """

    def __init__(self, judge: Judge, submission: Submission, cases: Sequence[Case], show: Show) -> None:
        """`show` gets the first failure, None for a submission that cannot run, as soon as it is certain."""
        settings = judge.session.settings
        self.cases = cases
        # For one case of each job, it is faster to start an interpreter than to keep one.
        self.runner = judge.runner(submission, fork=not settings.fresh and len(cases) > settings.jobs)
        self.runner.kept = KEPT
        self._show, self.shown = show, False
        self._fail_fast = settings.fail_fast
        most = 1 if settings.fail_fast else len(cases) + 1 if settings.all_cases else MOST_TLE
        # The first numbers of cases that may end the judging early, sorted; it ends at the last of them.
        self._ends = [len(cases)] * most
        self._passed = 0  # cases before the first that has failed or is not judged
        self._results: dict[int, CaseResult] = {}
        self._lock = threading.Lock()

    def build(self) -> None:
        self.runner.build()
        self._tell()

    def judge(self, number: int) -> None:
        """Judge one case unless it no longer counts."""
        if self.runner.failure is not None or self._ends[-1] < number:
            return
        result = self.runner.run(self.cases[number])
        with self._lock:
            self._results[number] = result
            if result.verdict is Verdict.TLE or (self._fail_fast and result.verdict is not Verdict.AC):
                bisect.insort(self._ends, number)
                self._ends.pop()
            self._tell()

    def _tell(self) -> None:
        """Show the first failure, once no earlier one can follow."""
        while (found := self._results.get(self._passed)) and found.verdict is Verdict.AC:
            self._passed += 1
        if not self.shown and (found or self.runner.failure):
            self.shown = True
            self._show(self.result(), None if self.runner.failure else found)

    def result(self) -> SubmissionResult:
        cases = [self._results[number] for number in sorted(self._results) if number <= self._ends[-1]]
        result = self.runner.outcome(cases, len(self.cases))
        is_compared = any(case.answered for case in self.cases)
        is_known = result.verdict is not Verdict.AC or (len(cases) == result.total and is_compared)
        return result if is_known else result._replace(verdict=None)


def judge_all(judge: Judge, judgings: Sequence[Judging]) -> None:
    judge.each(Judging.build, judgings, "programs")
    pairs = [(one, number) for one in judgings if not one.runner.failure for number in range(len(one.cases))]
    judge.each(lambda pair: pair[0].judge(pair[1]), pairs, "cases")
