"""A session: the sandbox, processes and folders of one judging."""

import contextlib
import os
import threading
from collections import defaultdict
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from judge import sandbox
from judge.core import files, languages
from judge.core.model import MEBIBYTE, Language, wall_limit
from judge.sandbox import WORK, Choosing, Client, Isolation, Limits, Mode, Program, Run, Taker

if TYPE_CHECKING:
    from concurrent.futures import ThreadPoolExecutor

MOST_CLIENTS = 3  # of a kind, for each job; twice as many in all: each takes five open files
Kind = tuple[Isolation, bool]  # and `is_part`: parts of a problem share no client with submissions
COMPILER_LIMITS = Limits(time=60, wall=90, memory=2048 * MEBIBYTE, output=MEBIBYTE)


class Settings(NamedTuple):
    """How to judge. The limits, in seconds and MiB, replace those of every problem."""

    jobs: int
    python: languages.Interpreter
    sandbox: Mode = "auto"
    fail_fast: bool = False
    all_cases: bool = False  # even after three TLEs
    fresh: bool = False
    time_limit: float | None = None
    memory_limit: int | None = None
    private: tuple[str, ...] = ()  # folders that programs must not see, besides the repository and home

    def limits(self, limits: Limits) -> Limits:
        """A problem's limits with those of the command line."""
        if self.time_limit is not None:
            limits = limits._replace(time=self.time_limit, wall=wall_limit(self.time_limit))
        if self.memory_limit is not None:
            limits = limits._replace(memory=self.memory_limit * MEBIBYTE)
        return limits


class Session:
    """Owns the processes and folders of a judging; `close` ends and removes them all.

    The sandbox starts in the background; the first use waits for it.
    """

    def __init__(self, settings: Settings, root: Path, notify: Callable[[str], None]) -> None:
        """Programs see neither the repository at `root` nor private folders.

        `notify` gets a line on protection that is missing here.
        """
        self.settings, self._notify = settings, notify
        self._clients: dict[Client, Kind] = {}
        # Clients with the program that each ran last, the longest idle first.
        self._idle = defaultdict[Kind, list[tuple[Program | None, Client]]](list)
        self._isolation: Isolation | None = None
        self._lock = threading.Lock()
        self._slots = threading.Semaphore(settings.jobs)
        self._cancelled = False
        self._cause: BaseException | None = None  # of the end of all programs
        python = settings.python
        with contextlib.ExitStack() as stack:
            with files.undisturbed():
                self._place = stack.enter_context(sandbox.new_workspace())
                hidden = sandbox.private(root, *settings.private, self._place.parent)
                self._choosing = Choosing(settings.sandbox, python.path, python.folders, hidden, self._place)
                stack.callback(self._choosing.close)
            self._end = stack.pop_all().close

    def close(self) -> None:
        with files.undisturbed():
            while self._clients:  # an interrupt may have left a thread that opens one
                self._clients.popitem()[0].close()
            self._end()

    def cancel(self) -> None:
        """Stop all programs that run or are about to, from any thread."""
        self._cancelled = True
        for client in list(self._clients):
            client.cancel()

    @contextlib.contextmanager
    def threads(self) -> Iterator["ThreadPoolExecutor"]:
        """As many threads as there are jobs; an exception in the block ends all programs at once.

        Only the first exception is raised, not those of the programs that it has ended.
        """
        from concurrent.futures import ThreadPoolExecutor  # takes long to import: while the sandbox starts

        pool = ThreadPoolExecutor(self.settings.jobs)
        try:
            yield pool
        except BaseException as error:
            self._cause = self._cause or error
            self.cancel()
            raise self._cause from None
        finally:
            pool.shutdown(cancel_futures=True)

    def new_folder(self) -> Path:
        """A new folder for the files of a program, which lasts as long as the session."""
        return files.make(self._place / os.urandom(8).hex(), 0o700)[0]

    def run(self, program: Program, limits: Limits, stdin: bytes, stdout: Taker | None, *folders: str) -> Run:
        """Run a program that may also read these folders; waits while all slots are taken.

        Its client serves no other run meanwhile. Raises Cancelled after `cancel`.
        """
        isolation = self.isolation()
        if not set(folders) <= set(isolation.folders):
            isolation = isolation._replace(folders=(*isolation.folders, *folders))
        try:
            with self._slots:
                client = self._client(isolation, program)
                try:
                    return client.run(program, limits, stdin, stdout)
                finally:
                    self._idle[isolation, program.is_part].append((program, client))
        except OSError as error:
            return Run(fault=f"cannot run a program here: {error}")

    def _client(self, isolation: Isolation, program: Program) -> Client:
        """The idle client that suits best, else a new one.

        If there are many, it is the longest idle of its kind, or takes the place of one of another.
        """
        kind = (isolation, program.is_part)
        with self._lock:
            idle = self._idle[kind]
            fits = [fit(last, program) for last, _ in idle]
            # Two programs of one name take turns in `stress`; of mutants, no more than two are kept.
            is_fit = max(fits, default=0) > 1 or fits.count(1) > 1
            most, kinds = MOST_CLIENTS * self.settings.jobs, [*self._clients.values()]
            is_full = len(kinds) >= 2 * most
            if fits and (is_fit or is_full or kinds.count(kind) >= most):
                return idle.pop(fits.index(max(fits)))[1]
            crowd = max(self._idle.values(), key=len)
            surplus = [crowd.pop(0)[1]] if is_full and crowd else []
        for client in surplus:
            client.close()
            self._clients.pop(client, None)
        return self._known(sandbox.open_client(isolation, self._place), kind)

    def compile(self, compiler: Program, language: Language) -> tuple[Run, str]:
        """Run a compiler, which adds files to the program's folder; return also what it has printed.

        It reads files that the source names, so it must not see more than a program does.
        """
        path, home = os.environ.get("PATH", os.defpath), os.path.expanduser("~")
        # GOENV: without what 'go env -w' has set, which no cached result tells.
        variables = {"PATH": path, "HOME": home, "XDG_CACHE_HOME": f"{WORK}/.cache", "GOENV": "off"}
        compiler = compiler._replace(environment=variables, collect=True)
        needed = languages.folders(language, language.compile or language.run)
        printed = bytearray()
        run = self.run(compiler, COMPILER_LIMITS, b"", printed.extend, *needed)
        return run, (bytes(printed) + run.stderr).decode("utf-8", "backslashreplace").strip()

    def isolation(self) -> Isolation:
        """Wait for the sandbox."""
        with self._lock:
            if self._isolation is None:
                self._isolation, client, note = self._choosing.wait()
                kind = (self._isolation, False)
                self._idle[kind].append((None, self._known(client, kind)))
                if note is not None:
                    self._notify(note)
            return self._isolation

    def _known(self, client: Client, kind: Kind) -> Client:
        """Register a new client for `cancel` and `close`."""
        self._clients[client] = kind
        if self._cancelled:
            client.cancel()
        return client


def fit(last: Program | None, program: Program) -> int:
    """How well a client suits a program: a supervisor keeps the fork servers of its `last` one.

    3 if it is the same, 2 if nothing has run yet, 1 if only the command is the same, else 0.
    """
    if last is None:
        return 2
    return 0 if last.argv != program.argv else 3 if last.folder == program.folder else 1
