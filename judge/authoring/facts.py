"""A store of facts: outcomes of runs, by a hash of everything that decides them.

It lies in SQLite in the user's own cache folder, never in a repository: a stranger's repository brings no
facts. Several judges may use it at a time. Without a store, everything runs again.
"""

import contextlib
import functools
import hashlib
import itertools
import json
import os
import re
import resource
import shutil
import sqlite3
import stat
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, ClassVar, Final

from judge.authoring.inventory import FOLDERS
from judge.core import files, languages, verdict
from judge.core.errors import reason
from judge.core.judging import Display, Failure, Judge, Runner
from judge.core.model import Case, CaseResult, Difference, Language, Line, Submission, Verdict
from judge.core.session import Session, Settings
from judge.sandbox import Isolation, Limits, Program, Run, counted_by, inside

# Limits are at least this multiple of the slowest accepted submission; figures nearer to one are no facts.
SPARE: Final = 2
LIMIT: Final = 512 << 20  # bytes of the store
FILE: Final = "facts.sqlite"
LOCK_LIMIT: Final = 5.0  # s to wait while another program locks the store
SEAL: Final = 32  # bytes in front of each value: its hash, and that of its key
# In messages of compilers and programs: another run may find more room, or what has been installed since.
ACCIDENT: Final = re.compile(
    "killed|signal|was stopped|no space left|file too large|out of memory|allocate|memory exhausted"
    "|insufficient memory|not enough space|could not reserve|MemoryError|too many open files|quota exceeded"
    "|temporarily unavailable|no such file|not found|(?:cannot|can't|could not) (?:find|locate|load)"
    "|does not exist|is not in (?:GOROOT|std)|no package called|no module named|unbound module"
    "|ModuleNotFoundError|ImportError|LoadError|(?:start|create|spawn) (?:new )?(?:OS )?thread",
    re.IGNORECASE,
)
UNSURE: Final = {"cpu", "memory"}  # stops at a limit that another run may not reach
SHELL_SIGNAL: Final = 128  # exit codes from here on pass on that a process was killed
SET_UP: Final = (
    *("PRAGMA journal_mode = WAL", "PRAGMA synchronous = OFF"),
    "CREATE TABLE IF NOT EXISTS facts (key BLOB PRIMARY KEY, value BLOB)",
    "SELECT value FROM facts LIMIT 1",
)
SIZE: Final = """SELECT (page_count - freelist_count) * page_size
    FROM pragma_page_count, pragma_freelist_count, pragma_page_size"""
PRUNE: Final = "DELETE FROM facts WHERE rowid < (SELECT AVG(rowid) FROM facts)"  # rows are in order of age


def digest(*parts: object) -> bytes:
    """SHA-256 of parts, each with its length: bytes as they are, other values by `repr`."""
    total = hashlib.sha256()
    for part in parts:
        content = part if isinstance(part, bytes) else repr(part).encode("utf-8", "surrogateescape")
        total.update(b"%d:" % len(content))
        total.update(content)
    return total.digest()


@functools.lru_cache(maxsize=4096)
def hash_of(content: bytes) -> bytes:
    """SHA-256, cached: many programs share inputs and answers."""
    return hashlib.sha256(content).digest()


def default_folder() -> Path:
    """`$JUDGE_CACHE`, else `judge` in `$XDG_CACHE_HOME`, else in `~/.cache`."""
    if named := os.environ.get("JUDGE_CACHE"):
        return Path(named)
    above = os.environ.get("XDG_CACHE_HOME", "")
    return (Path(above) if above.startswith("/") else Path(os.path.expanduser("~/.cache"))) / "judge"


class Store:
    """Values by key in one file; safe for several threads. With `again`, every lookup misses.

    A value that `put` has not written under its key counts as missing. After an error, the process does not
    use the folder again.
    """

    _failed: ClassVar[set[Path]] = set()

    def __init__(self, say: Callable[[str], None], again: bool = False, folder: Path | None = None) -> None:
        self._say = say
        self._again = again
        self._lock = threading.Lock()
        folder = folder or default_folder()
        self._folder = files.real(folder.parent) / folder.name  # a link there may be somebody else's
        self._connection: sqlite3.Connection | None = None
        self._execute(SET_UP[-1])  # a fault shows before anything runs

    def get(self, key: bytes) -> bytes | None:
        if self._again:
            return None
        (sealed,) = self._execute("SELECT value FROM facts WHERE key = ?", key) or (None,)
        if not isinstance(sealed, bytes) or sealed[:SEAL] != digest(key, value := sealed[SEAL:]):
            return None
        return value

    def put(self, key: bytes, value: bytes) -> None:
        sealed = digest(key, value) + value
        self._execute("INSERT OR REPLACE INTO facts (key, value) VALUES (?, ?)", key, sealed)

    def close(self) -> None:
        """Delete the older half of the facts if the file exceeds its limit."""
        (size,) = self._execute(SIZE) or (0,)
        if size > LIMIT:
            self._execute(PRUNE)
        with self._lock:
            self._disconnect()

    def _execute(self, statement: str, *values: object) -> Any:
        """The first row of a statement; None without one, or without a store."""
        with self._lock:
            if self._folder in self._failed:
                return None
            try:
                try:
                    connection = self._connection or self._connect()
                    return connection.execute(statement, values).fetchone()
                except sqlite3.OperationalError:  # such as a full disk
                    raise
                except (sqlite3.DatabaseError, UnicodeDecodeError) as error:  # one with damaged words
                    self._set_aside(error)
            except (OSError, sqlite3.Error) as error:
                self._disconnect()
                self._failed.add(self._folder)
                why = reason(error) if isinstance(error, OSError) else str(error)
                self._say(f"results of this run are not cached in {self._folder} ({why})")
        return None

    def _connect(self) -> sqlite3.Connection:
        path = self._folder / FILE
        with files.private(self._folder, LOCK_LIMIT):  # while one judge creates the store, others wait
            if path.is_symlink():
                raise OSError(0, f"{FILE} is a link")
            self._connection = sqlite3.connect(
                path, timeout=LOCK_LIMIT, isolation_level=None, check_same_thread=False
            )
            self._connection.text_factory = bytes  # one flipped bit makes a text of a value
            for statement in SET_UP:
                self._connection.execute(statement).fetchone()
        return self._connection

    def _set_aside(self, fault: Exception) -> None:
        """Rename a damaged file; the next statement starts a new one."""
        self._disconnect()
        path = self._folder / FILE
        aside = path.with_suffix(".old")
        with files.private(self._folder, LOCK_LIMIT):
            files.rename(path, aside)
            for suffix in ("-wal", "-shm"):
                with contextlib.suppress(FileNotFoundError):
                    files.remove(path.with_name(path.name + suffix))
        self._say(f"{path} is damaged ({fault}); renamed it to {aside.name}, and a new one begins")

    def _disconnect(self) -> None:
        if self._connection is not None:
            with contextlib.suppress(sqlite3.Error):
                self._connection.close()
        self._connection = None


def as_json(value: object) -> bytes:
    """JSON with lists for tuples and Latin-1 text for bytes."""
    return json.dumps(value, default=lambda content: content.decode("latin-1")).encode()


def read_run(value: bytes) -> tuple[Run, Difference | None]:
    """The facts of a run, and the difference of its output from the answer."""
    (*facts, stderr, fault), found = json.loads(value)
    if found is not None:
        sides = [tuple(Line(text.encode("latin-1"), *cut) for text, *cut in side) for side in found[5:8]]
        found = Difference(*found[:5], *sides, *found[8:])
    return Run._make([*facts, stderr.encode("latin-1"), fault]), found


class Facts(Judge):
    """A judge that looks up every outcome in the store, and records new ones."""

    def __init__(self, judge: Judge, again: bool = False) -> None:
        """Share the judge's session, but do not close it. With `again`, everything runs."""
        self.screen = judge.screen
        self.session = judge.session
        self.store = Store(judge.screen.say, again)

    def __exit__(self, *_: object) -> None:
        self.store.close()

    def runner(self, submission: Submission, fork: bool = False, limits: Limits | None = None) -> "Recording":
        return Recording(self.store, self.session, submission, fork, limits)

    def recall(self, make: Callable[[], object], *parts: object) -> Any:
        """Like `remember`, for values that JSON can express; tuples come back as lists.

        A result that mentions an accident, such as a validator's want of a module, is not recorded.
        """
        found = self.remember(
            lambda: as_json(make()), *parts, unless=lambda value: ACCIDENT.search(value.decode())
        )
        return json.loads(found)

    def remember(
        self, make: Callable[[], bytes], *parts: object, unless: Callable[[bytes], object] = lambda _: False
    ) -> bytes:
        """Call `make`, or recall its result for equal `parts`."""
        key = digest("made", circumstances(self.session), *parts)
        if (value := self.store.get(key)) is None:
            value = make()
            if not unless(value):
                self.store.put(key, value)
        return value


@contextlib.contextmanager
def opened(settings: Settings, root: Path, screen: Display, again: bool) -> Iterator[Facts]:
    """A judge with the store, and a session of its own."""
    with Judge(settings, root, screen) as judge, Facts(judge, again) as facts:
        yield facts


class Recording(Runner):
    """A Runner whose outcomes are looked up in the store; it compiles and runs on a miss."""

    def __init__(
        self, store: Store, session: Session, submission: Submission, fork: bool, limits: Limits | None
    ) -> None:
        super().__init__(session, submission, fork, limits)
        self._store = store
        # Nobody can say which files a command of another language reads, what an executable file starts, nor
        # which packages a virtual environment has.
        own, is_virtual = languages.load().values(), session.settings.python.is_virtual
        self.is_known = submission.language in own and not (is_virtual and submission.language.fork)
        self.identity = self._identity() if self.is_known else b""

    def _identity(self) -> bytes:
        """Hash of all that decides how the program behaves, but for arguments, stdin and limits."""
        # Of the compiler's environment: where it looks up its parts, and its settings.
        places = (os.environ.get("PATH"), os.path.expanduser("~")) if self.source.compile else None
        known = (circumstances(self._session, self._folders), self.source, places)
        language = self.submission.language
        return digest("submission", *known, language, tools(self._session, language))

    def _ask(self, question: str, answer: Callable[[], object]) -> None:
        """Set `failure` from the store; on a miss, ask."""
        super()._ask(question, lambda: self._recall_failure(question, answer) if self.is_known else answer())

    def _recall_failure(self, question: str, answer: Callable[[], object]) -> None:
        key = digest(question, self.limits.memory, self.identity)
        if (value := self._store.get(key)) is not None:
            failure, self.printed = json.loads(value)
            self.failure = failure and Failure(Verdict[failure[0]], failure[1])
            return
        answered, found = answer(), self.failure
        is_stopped = question == "check" and answered is not None
        is_accident = found and (found.verdict is not Verdict.CE or ACCIDENT.search(found.message))
        if not (is_stopped or is_accident):
            self._store.put(key, as_json((found, self.printed)))

    def attempt(self, case: Case, limits: Limits) -> CaseResult:
        """Look up the outcome, or run and record it; always run what has no answer, or is not known well.

        A stop at a limit, and without bubblewrap a wrong answer, is recorded only if it is expected or under
        limits of the caller's own.
        """
        if not (case.answered and self.is_known):
            return super().attempt(case, limits)
        compare, hashes = self.submission.problem.compare, map(hash_of, (case.stdin, case.stdout))
        # A program can find out whether its interpreter has been forked.
        how = (compare, self.submission.problem.comparison is None)  # which has other words for odd answers
        key = digest("run", self.identity, self._fork, case.args, *hashes, *map(float, limits), how)
        if (value := self._store.get(key)) is not None:
            run, difference = read_run(value)
            return verdict.judged(case, run, limits, difference)
        result = super().attempt(case, limits)
        is_expected = result.verdict is FOLDERS.get(self.submission.path.parent.name)
        isolation = self._session.isolation()
        is_unsure = result.run.stopped in UNSURE or (result.verdict is Verdict.WA and isolation.bwrap is None)
        is_sure = is_expected or limits != self.limits or not is_unsure
        if is_sure and is_fact(result.run, limits, isolation):
            self._store.put(key, as_json((result.run, result.difference)))
        return result


def is_fact(run: Run, limits: Limits, isolation: Isolation) -> bool:
    """Whether the outcome is repeatable: no judge error, no stop by the clock, no figure near a limit.

    A signal may have come from outside. Only bubblewrap gives a program a disk and a number of processes of
    its own; elsewhere, a failure may be for want of them. The size of an output does not vary.
    """
    code = run.exit_code or 0
    if run.fault is not None or ACCIDENT.search(run.stderr.decode("latin-1")):
        return False
    if run.stopped is not None:
        return run.stopped != "wall"
    if run.signal is not None or code >= SHELL_SIGNAL or (code and isolation.bwrap is None):
        return False
    used = (run.cpu_s, run.wall_s, run.memory_bytes)
    return all(SPARE * one <= limit for one, limit in zip(used, limits, strict=False))


def circumstances(session: Session, folders: tuple[str, ...] = ()) -> bytes:
    """Hash of the judge's sources and Python, of what programs inherit, and of what they may read."""
    isolation = session.isolation()
    hidden, seen = {*isolation.hidden}, (*isolation.folders, *folders)
    # A folder in another, such as that of a submission in the repository, may hide nothing more.
    hidden = {one for one in hidden if inside(one, seen) or not inside(one, hidden - {one})}
    kind = isolation._replace(bwrap=isolation.bwrap and "bwrap", hidden=tuple(sorted(hidden)))
    names = sorted(name for name in dir(resource) if name.startswith("RLIMIT_"))
    inherited = [resource.getrlimit(getattr(resource, name)) for name in names] + [os.nice(0)]
    if sys.platform == "linux":
        inherited += [*sorted(os.sched_getaffinity(0)), os.sched_getscheduler(0)]
    return digest(sources_of_the_judge(), sys.version, kind, inherited, how_cpu_is_counted())


how_cpu_is_counted = functools.cache(counted_by)


@functools.cache
def sources_of_the_judge() -> bytes:
    """Hash of all files that decide an outcome."""
    folders = [files.PACKAGE / name for name in ("authoring", "core", "own_tests", "sandbox")]
    found = itertools.chain.from_iterable(map(files.walk, folders))
    return digest(*(files.own(path) for path, kind in found if kind != files.FOLDER))


@functools.lru_cache(maxsize=64)
def tools(session: Session, language: Language) -> bytes:
    """Hash of the programs that a language's commands start, and of its version and the session's Python.

    A compiler may be a shim, which starts one of several: so it is asked, unless it is not there. `{python}`
    is not, as the session knows its version.
    """
    commands, python = (language.version, language.compile, language.run), session.settings.python
    found = [shutil.which(command[0]) for command in commands if command]
    said = ""
    if found[0]:
        argv = languages.command(language, language.version, {})
        _, said = session.compile(Program(argv, session.new_folder()), language)
    return digest(*map(identity, filter(None, (*found, python.path))), said, python.version)


def identity(path: str) -> tuple[str, int, int] | None:
    """A file's real path, size and time of modification in ns; None if there is none."""
    with contextlib.suppress(OSError, ValueError):  # such as that this user may not look there
        real = Path(os.path.realpath(path))
        if stat.S_ISREG((status := real.stat()).st_mode):
            return str(real), status.st_size, status.st_mtime_ns
    return None
