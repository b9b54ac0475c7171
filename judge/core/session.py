"""A session: the launchers and folders of a judging; builds programs and runs them one at a time."""

import contextlib
import os
import shutil
import tempfile
import threading
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import TracebackType
from typing import NamedTuple

from judge.core import languages, verdict
from judge.core.checker import Comparison
from judge.core.errors import InputError
from judge.core.languages import Interpreter, Language
from judge.core.model import MEBIBYTE, Case, CaseResult, Submission, Verdict
from judge.sandbox import Client, Isolation, Limits, Mode, Program, Run, Unavailable, choose

COMPILER_LIMITS = Limits(time=60, wall=90, memory=2048 * MEBIBYTE, output=MEBIBYTE)
# For programs of the repository, whose time and memory are not in question.
GENEROUS = Limits(time=100, wall=200, memory=2048 * MEBIBYTE, output=1024 * MEBIBYTE)
DRIVER = "__driver__.py"
HOME = Path(os.path.expanduser("~"))


class Settings(NamedTuple):
    """How to judge. The limits, in seconds and bytes, replace those of every problem."""

    jobs: int
    python: Interpreter
    sandbox: Mode = "auto"
    fail_fast: bool = False
    fresh: bool = False
    time_limit: float | None = None
    memory_limit: int | None = None

    def limits(self, limits: Limits) -> Limits:
        """Return a problem's limits as these settings change them."""
        if self.time_limit is not None:
            limits = limits._replace(time=self.time_limit, wall=2 * self.time_limit + 1)
        if self.memory_limit is not None:
            limits = limits._replace(memory=self.memory_limit)
        return limits


class Built(NamedTuple):
    """A submission that is ready to run, or the verdict and the reason why it never will be."""

    submission: Submission
    language: str
    limits: Limits
    program: Program | None
    verdict: Verdict = Verdict.CE
    failure: str | None = None


class Session:
    """Owns the processes and folders of a judging; leaving it ends and removes them all.

    The first launcher starts in the background: `wait` before anything is built or run.
    """

    def __init__(self, settings: Settings, hidden: Path, used: Iterable[Language] = ()) -> None:
        """Begin to start a launcher, for programs in the languages `used`.

        `hidden` is a folder that is never shown to programs. Raises InputError.
        """
        self.settings = settings
        shown = {settings.python.folder}
        for language in used:
            shown.update(languages.folders(language, [language.run]))
        hide = [str(folder) for folder in (hidden.resolve(), HOME) if folder.is_absolute() and folder.name]
        self._folder = tempfile.TemporaryDirectory(prefix="judge-build-")
        self._local = threading.local()
        self._runners: list[Client] = []
        self._spare: list[Client] = []
        self._cancelled = False
        background = ThreadPoolExecutor(1)
        self._choice = background.submit(choose, settings.sandbox, settings.python.path, sorted(shown), hide)
        background.shutdown(wait=False)

    def wait(self) -> str | None:
        """Wait for the launcher; return what isolation could not be had, in one line, if any.

        Raises InputError when there must be a sandbox and is none.
        """
        try:
            chosen = self._choice.result()
        except Unavailable as error:
            raise InputError(f"--sandbox on: {error}; use --sandbox auto to go without") from None
        self._isolation = chosen.isolation
        self._runners.append(chosen.client)
        self._spare.append(chosen.client)
        return chosen.note

    def __enter__(self) -> "Session":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """End all launchers and remove what was built."""
        first = [] if self._choice.exception() else [self._choice.result().client]
        for runner in {*first, *self._runners}:
            runner.close()
        self._runners.clear()
        self._folder.cleanup()

    def cancel(self) -> None:
        """End all programs that run or are about to, from any thread."""
        self._cancelled = True
        for runner in list(self._runners):
            runner.cancel()

    @contextlib.contextmanager
    def threads(self) -> Iterator[ThreadPoolExecutor]:
        """Yield as many threads as there are jobs; whatever interrupts them ends all programs at once."""
        pool = ThreadPoolExecutor(self.settings.jobs)
        try:
            yield pool
        except BaseException:
            self.cancel()
            raise
        finally:
            pool.shutdown(cancel_futures=True)

    def _runner(self) -> Client:
        """Return the runner of this thread."""
        if not hasattr(self._local, "runner"):
            try:
                self._local.runner = self._spare.pop()
            except IndexError:
                self._local.runner = self._open_client(self._isolation)
        runner: Client = self._local.runner
        return runner

    def _open_client(self, isolation: Isolation) -> Client:
        """Return a new runner that `cancel` and `close` know."""
        runner = Client(isolation)
        self._runners.append(runner)
        if self._cancelled:
            runner.cancel()
        return runner

    def new_folder(self) -> Path:
        """Return a new folder for the files of a program, which lasts as long as the session."""
        return Path(tempfile.mkdtemp(dir=self._folder.name))

    def build(self, submission: Submission, warm: bool | None = None) -> Built:
        """Copy and compile a submission. Raises InputError when it or its compiler cannot be used.

        An interpreter is kept warm for it if it has more cases than there are jobs, or `warm` says so.
        """
        language = languages.language_of(submission.path)
        problem = submission.problem
        limits = self.settings.limits(problem.limits)
        if problem.driver is not None and language.id != "python":
            raise InputError(
                f"{submission.path}: '{problem.id}' is a problem of Python functions; submit a .py file"
            )
        built = Built(submission, language.id, limits, None)
        folder = self.new_folder()
        name = submission.path.name
        try:
            size = submission.path.stat().st_size
            if size > problem.source_limit:
                return built._replace(failure=f"{size} bytes of source, the limit is {problem.source_limit}")
            (folder / name).write_bytes(submission.path.read_bytes())
        except OSError as error:
            reason = (error.strerror or "unreadable").lower()
            raise InputError(f"{submission.path}: cannot read it ({reason}); make it readable") from None
        values = {
            "python": self.settings.python.path,
            "source": f"{{program}}/{name}",
            "stem": submission.path.stem,
            "memory": str(limits.memory // MEBIBYTE),
        }
        if language.compile:
            argv = languages.command(language, language.compile, {**values, "folder": "{work}"})
            run, message = self._compile(Program(tuple(argv), folder), language)
            if run.fault is not None:
                return built._replace(verdict=Verdict.JE, failure=run.fault)
            if run.exit_code != 0:
                return built._replace(failure=message)
        command = languages.command(language, language.run, {**values, "folder": "{program}"})
        if problem.driver is not None:
            shutil.copyfile(problem.driver, folder / DRIVER)
            command.insert(1, f"{{program}}/{DRIVER}")
        if warm is None:
            # To start an interpreter for one case of each job is faster than to keep it warm.
            warm = not self.settings.fresh and len(submission.cases) > self.settings.jobs
        return built._replace(program=Program(tuple(command), folder, warm and language.warm))

    def _compile(self, compiler: Program, language: Language) -> tuple[Run, str]:
        """Run a compiler, which adds files to the program's folder; return the facts and what it says.

        A compiler reads files that the source names, so it must not see more than a program does.
        """
        isolation = Isolation()
        if self._isolation.bwrap is not None:
            needed = languages.folders(language, [language.compile])
            shown = (*self._isolation.folders, *needed)
            isolation = self._isolation._replace(folders=shown)
        variables = {
            "PATH": os.environ.get("PATH", os.defpath),
            "HOME": str(HOME),
            "XDG_CACHE_HOME": "{work}/.cache",
        }
        printed = bytearray()
        runner = self._open_client(isolation)
        try:
            compiler = compiler._replace(environment=variables, collect=True)
            run = runner.run(compiler, COMPILER_LIMITS, stdout=printed.extend)
        finally:
            self._runners.remove(runner)
            runner.close()
        return run, compiler_message(run, bytes(printed))

    def answer(self, built: Built, stdin: bytes, advice: str, args: tuple[str, ...] = ()) -> bytes:
        """Run a program that should be right on a generated input; return what it prints.

        Raises InputError with the advice when it fails, and Cancelled after `cancel`.
        """
        target = built.submission.target
        if built.program is None:
            raise InputError(f"{target}: {built.verdict.words}: {built.failure}; {advice}")
        printed = bytearray()
        program = built.program._replace(args=args)
        demand_success(self.run(program, GENEROUS, stdin, printed.extend), target, advice)
        return bytes(printed)

    def run_case(self, built: Built, case: Case) -> CaseResult:
        """Run a built submission on one case. Raises Cancelled after `cancel`."""
        assert built.program is not None
        comparison = Comparison(case.stdout)
        run = self.run(built.program._replace(args=case.args), built.limits, case.stdin, comparison.feed)
        difference = comparison.difference()
        result, note = verdict.decide(run, built.limits, difference)
        shown = difference if result is Verdict.WA else None
        return CaseResult(case, result, run, note, shown)

    def run(
        self,
        program: Program,
        limits: Limits,
        stdin: bytes = b"",
        stdout: Callable[[bytes], None] | None = None,
    ) -> Run:
        """Run a program; `stdout` gets what it prints, if anybody. Raises Cancelled after `cancel`."""
        try:
            return self._runner().run(program, limits, stdin, stdout)
        except OSError as error:
            return Run(fault=f"cannot run a program here: {error}")


def demand_success(run: Run, target: str, advice: str) -> None:
    """Raise InputError with the advice when a run under generous limits has failed."""
    result, note = verdict.decide(run, GENEROUS, None)
    if note is not None:
        raise InputError(f"{target}: {result.words} on a generated input: {note}; {advice}")


def compiler_message(run: Run, printed: bytes) -> str:
    """Return what the compiler says, or why it says nothing."""
    message = (printed + run.stderr).decode("utf-8", "backslashreplace").strip()
    if run.stopped is not None:
        return f"the compiler was stopped at its {run.stopped} limit\n{message}".strip()
    return message or f"the compiler ended with exit code {run.exit_code}"
