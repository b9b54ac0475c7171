"""A store of facts: outcomes of runs, by a hash of everything that decides them.

It lies in SQLite in the user's own cache folder, never in a repository: a stranger's repository brings no
facts. Several judges may use it at a time. Without a store, everything runs again.
"""

import contextlib
import functools
import hashlib
import json
import os
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final, NamedTuple

from judge.core import files
from judge.core.errors import reason
from judge.core.judging import Failure, Judge, Runner, Screen
from judge.core.model import Case, CaseResult, Difference, Language, Line, Submission, Verdict
from judge.core.session import Session, Settings
from judge.sandbox import Limits, Run

LIMIT: Final = 512 << 20  # bytes of the store
ROOM: Final = LIMIT // 4 * 3  # bytes of a store after it has been pruned
FILE: Final = "facts.sqlite"
APPLICATION: Final = 0x6A756467  # "judg", the owner's mark in an SQLite file
HOUR: Final = 3600  # s: precision of a fact's last use
SCHEMA: Final = "CREATE TABLE IF NOT EXISTS facts (key BLOB PRIMARY KEY, value BLOB, used INTEGER)"
SIZE: Final = """SELECT (page_count - freelist_count) * page_size
    FROM pragma_page_count, pragma_freelist_count, pragma_page_size"""
PRUNE: Final = """DELETE FROM facts WHERE key IN (SELECT key FROM (
    SELECT key, SUM(LENGTH(value) + 100) OVER (ORDER BY used DESC) AS kept FROM facts) WHERE kept > ?)"""


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
    """Values by key in one file; safe for several threads. With `again`, every lookup misses."""

    def __init__(self, say: Callable[[str], None], again: bool = False, folder: Path | None = None) -> None:
        self._say = say
        self._again = again
        self._lock = threading.Lock()
        folder = folder or default_folder()
        self._folder = files.real(folder.parent) / folder.name  # a link there may be somebody else's
        self._connection: sqlite3.Connection | None = None
        # While one judge creates the store, others wait.
        with self._excused(), files.private(self._folder):
            self._connection = self._connect(self._folder / FILE)

    def get(self, key: bytes) -> bytes | None:
        if self._again:
            return None
        value, used = self._execute("SELECT value, used FROM facts WHERE key = ?", key) or (None, 0)
        now = int(time.time())
        if value is not None and used < now - HOUR:
            self._execute("UPDATE facts SET used = ? WHERE key = ?", now, key)
        return value if isinstance(value, bytes) else None

    def put(self, key: bytes, value: bytes) -> None:
        self._execute("INSERT OR REPLACE INTO facts VALUES (?, ?, ?)", key, value, int(time.time()))

    def close(self) -> None:
        """Prune the least recently used facts if the file exceeds its limit."""
        (size,) = self._execute(SIZE) or (0,)
        if size > LIMIT:
            self._execute(PRUNE, ROOM)
        with self._lock, self._excused():
            if self._connection is not None:
                self._connection.close()
            self._connection = None

    def _execute(self, statement: str, *values: object) -> Any:
        """The first row of a statement; None without one, or without a store."""
        with self._lock, self._excused():
            if self._connection is not None:
                return self._connection.execute(statement, values).fetchone()
        return None

    def _connect(self, path: Path) -> sqlite3.Connection:
        if path.is_symlink():
            raise OSError(0, f"{FILE} is a link")
        connection = sqlite3.connect(path, timeout=10, isolation_level=None, check_same_thread=False)
        try:
            if is_store(connection):
                return connection
            fault = "belongs to another program"
        except sqlite3.OperationalError:
            connection.close()
            raise
        except sqlite3.DatabaseError as error:
            fault = f"is damaged ({error})"
        connection.close()
        aside = path.with_suffix(".old")
        files.rename(path, aside)
        for suffix in ("-wal", "-shm"):
            with contextlib.suppress(FileNotFoundError):
                files.remove(path.with_name(path.name + suffix))
        self._say(f"{path} {fault}; renamed it to {aside.name} and started a new one")
        return self._connect(path)

    @contextlib.contextmanager
    def _excused(self) -> Iterator[None]:
        """After an error, go on without a store."""
        try:
            yield
        except (OSError, sqlite3.Error) as error:
            self._connection = None
            why = reason(error) if isinstance(error, OSError) else str(error)
            self._say(f"no facts are kept from this run in {self._folder} ({why})")


def is_store(connection: sqlite3.Connection) -> bool:
    """Whether a file is a store of facts; an empty file becomes one."""
    (mark,) = connection.execute("PRAGMA application_id").fetchone()
    if mark == 0 and not connection.execute("SELECT 1 FROM sqlite_master").fetchone():
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute(f"PRAGMA application_id = {APPLICATION}")
        mark = APPLICATION
    if mark != APPLICATION:
        return False
    connection.execute("PRAGMA synchronous = OFF")
    connection.execute(SCHEMA)
    connection.execute("SELECT value, used FROM facts LIMIT 1").fetchone()
    return True


class Kept(NamedTuple):
    """Facts of a run, the hash of its output, and its difference from one expected output."""

    run: Run
    output: bytes
    expected: bytes
    difference: Difference | None


def as_json(value: object) -> bytes:
    """JSON with lists for tuples and Latin-1 text for bytes."""
    return json.dumps(value, default=lambda content: content.decode("latin-1")).encode()


def read_json(value: bytes | None) -> Any:
    """Decode `as_json`, with text for bytes; None if that fails."""
    try:
        return json.loads(value or b"null")
    except ValueError:
        return None


def read_kept(value: bytes | None) -> Kept | None:
    known = read_json(value)
    if known is None:
        return None
    (*facts, stderr, fault), output, expected, found = known
    if found is not None:
        sides = [tuple(Line(as_bytes(text), *cut) for text, *cut in side) for side in found[4:]]
        found = Difference(*found[:4], *sides)
    return Kept(Run._make([*facts, as_bytes(stderr), fault]), as_bytes(output), as_bytes(expected), found)


def as_bytes(text: str) -> bytes:
    return text.encode("latin-1")


class Facts(Judge):
    """A judge that looks every outcome up in the store, and records new ones."""

    def __init__(self, judge: Judge, again: bool = False) -> None:
        """Share the judge's session, but do not close it. With `again`, everything runs."""
        self.settings = judge.settings
        self.screen = judge.screen
        self.session = judge.session
        self.store = Store(judge.screen.say, again)

    def close(self) -> None:
        self.store.close()

    def runner(self, submission: Submission, fork: bool = False) -> "Recorded":
        return Recorded(self, submission, fork)

    def remember(self, make: Callable[[], bytes], *parts: object) -> bytes:
        """Call `make`, or recall its result for equal `parts`."""
        key = digest("made", circumstances(self.session), *parts)
        value = self.store.get(key)
        if value is None:
            value = make()
            self.store.put(key, value)
        return value


@contextlib.contextmanager
def opened(settings: Settings, root: Path, screen: Screen, again: bool) -> Iterator[Facts]:
    """A judge with the store, and a session of its own."""
    with Judge(settings, root, screen) as judge, Facts(judge, again) as facts:
        yield facts


class Recorded(Runner):
    """Looks outcomes up in the store; compiles and runs on a miss."""

    def __init__(self, judge: Facts, submission: Submission, fork: bool) -> None:
        super().__init__(judge.session, submission, fork)
        self._store = judge.store
        commands = (self.source.compile, self.source.run, self.source.check)
        words = [command[0] for command in commands if command and not command[0].startswith("{")]
        programs = [identity(judge.session, submission.language, word) for word in dict.fromkeys(words)]
        self.identity = digest("submission", circumstances(judge.session), self.source, programs)

    def build(self) -> Failure | None:
        """Recall whether the submission compiles, or compile it."""
        if self.failure is None and self.source.compile and self._program is None:
            self._recall_failure(self._make, "failure", self.limits.memory)
        return self.failure

    def check(self) -> None:
        def find() -> None:
            self._make()
            super(Recorded, self).check()

        if self.source.check and not self._is_checked:
            self._recall_failure(find, "check")
            self._is_checked = True

    def _recall_failure(self, find: Callable[[], object], *parts: object) -> None:
        """Set `failure` from the store; on a miss, call `find` to set it."""
        key = digest(*parts, self.identity)
        known = read_json(self._store.get(key))
        if known is not None:
            self.failure = next((Failure(Verdict[code], message) for code, message in known), None)
            return
        find()
        if self.failure is None or self.failure.verdict is Verdict.CE:
            self._store.put(key, as_json([self.failure] if self.failure else []))

    def run(
        self, case: Case, limits: Limits | None = None, observe: Callable[[bytes], None] | None = None
    ) -> CaseResult:
        """Look the outcome up, or run and record it."""
        limits = limits or self.limits
        expected = hash_of(case.stdout)
        key = digest("run", self.identity, case.args, hash_of(case.stdin), tuple(limits))
        kept = read_kept(self._store.get(key))
        if kept is not None and expected in (kept.output, kept.expected):
            difference = kept.difference if expected != kept.output else None
            return self.judged(case, kept.run, limits, difference)
        output = hashlib.sha256()
        result = super().run(case, limits, output.update)
        if is_fact(result.run, limits):
            kept = Kept(result.run, output.digest(), expected, result.difference)
            self._store.put(key, as_json(kept))
        return result


def is_fact(run: Run, limits: Limits) -> bool:
    """Whether another run would give the same: no judge error, no wall clock, no figure near a limit.

    The size of an output does not vary with the machine.
    """
    if run.fault is not None or run.stopped == "wall":
        return False
    used = (run.cpu_s, run.wall_s, run.memory_bytes)
    return run.stopped is not None or all(2 * one <= limit for one, limit in zip(used, limits, strict=False))


def circumstances(session: Session) -> bytes:
    """Hash of the judge's sources and the kind of isolation, which all runs of a session share."""
    isolation = session.isolation()
    kind = (isolation.bwrap is not None, isolation.landlock, isolation.drop_uid, isolation.portable)
    return digest(sources_of_the_judge(), kind)


@functools.cache
def sources_of_the_judge() -> bytes:
    """Hash of core/, sandbox/, and of the modules here that run parts and store facts."""
    paths = [path for name in ("core", "sandbox") for path, _ in files.walk(files.PACKAGE / name)]
    authoring = files.entries(files.PACKAGE / "authoring")
    paths += [path for path in authoring if path.name.startswith(("facts", "part"))]
    return digest(*(files.own(path) for path in paths if path.suffix in (".py", ".yaml")))


@functools.lru_cache(maxsize=64)
def identity(session: Session, language: Language, word: str) -> bytes:
    """Hash of an interpreter's or compiler's real path, size and time of modification.

    For a shim, which chooses one of several, also the output of its version command.
    """
    path = os.path.realpath(word)
    status = Path(path).stat()
    said = ""
    if Path(word).name not in Path(path).name and language.id != "python":
        said = session.version(language)
    return digest(path, status.st_size, status.st_mtime_ns, said)
