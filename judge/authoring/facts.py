"""Keeps facts from one command to the next: what programs showed, by a hash of all that decided it.

They live in SQLite in the user's own cache folder, never in a repository: a stranger's repository brings no
facts. Several judges may use the store at a time. Without one, everything runs again.
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

from judge.core import files, judging
from judge.core.errors import reason
from judge.core.judging import Failure, Judge, Runner
from judge.core.model import Case, CaseResult, Difference, Language, Line, Submission, Verdict
from judge.core.session import Session
from judge.sandbox import Limits, Run

LIMIT: Final = 512 << 20  # bytes of the store
ROOM: Final = LIMIT // 4 * 3  # bytes that are left of a store above the limit
FILE: Final = "facts.sqlite"
APPLICATION: Final = 0x6A756467  # "judg", SQLite's mark of whose file it is
HOUR: Final = 3600  # s: a fact's time of use is no more exact
SCHEMA: Final = "CREATE TABLE IF NOT EXISTS facts (key BLOB PRIMARY KEY, value BLOB, used INTEGER)"
SIZE: Final = """SELECT (page_count - freelist_count) * page_size
    FROM pragma_page_count, pragma_freelist_count, pragma_page_size"""
PRUNE: Final = """DELETE FROM facts WHERE key IN (SELECT key FROM (
    SELECT key, SUM(LENGTH(value) + 100) OVER (ORDER BY used DESC) AS kept FROM facts) WHERE kept > ?)"""


def digest(*parts: object) -> bytes:
    """SHA-256 of bytes, and of other values as `repr` writes them; no two lists of parts are alike."""
    total = hashlib.sha256()
    for part in parts:
        content = part if isinstance(part, bytes) else repr(part).encode("utf-8", "surrogateescape")
        total.update(b"%d:" % len(content))
        total.update(content)
    return total.digest()


@functools.lru_cache(maxsize=4096)
def hash_of(content: bytes) -> bytes:
    """SHA-256, computed once for inputs and answers that many programs share."""
    return hashlib.sha256(content).digest()


def default_folder() -> Path:
    """`$JUDGE_CACHE`, else `judge` in `$XDG_CACHE_HOME`, else in `~/.cache`."""
    if named := os.environ.get("JUDGE_CACHE"):
        return Path(named)
    above = os.environ.get("XDG_CACHE_HOME", "")
    return (Path(above) if above.startswith("/") else Path(os.path.expanduser("~/.cache"))) / "judge"


class Store:
    """Values by their keys, in a file; safe for several threads. With `again`, it has no answers."""

    def __init__(self, say: Callable[[str], None], again: bool = False, folder: Path | None = None) -> None:
        self._say = say
        self._again = again
        self._lock = threading.Lock()
        folder = folder or default_folder()
        self._folder = files.real(folder.parent) / folder.name  # a link there may be somebody else's
        self._connection: sqlite3.Connection | None = None
        with self._excused():
            self._connection = self._open()

    def get(self, key: bytes) -> bytes | None:
        """The value of a key, None if it is not known."""
        with self._lock, self._excused():
            if self._connection is not None and not self._again:
                known = "SELECT value, used FROM facts WHERE key = ?"
                value, used = self._connection.execute(known, (key,)).fetchone() or (None, 0)
                now = int(time.time())
                if value is not None and used < now - HOUR:
                    self._connection.execute("UPDATE facts SET used = ? WHERE key = ?", (now, key))
                return value if isinstance(value, bytes) else None
        return None

    def put(self, key: bytes, value: bytes) -> None:
        """Keep a value, if that is possible."""
        with self._lock, self._excused():
            if self._connection is not None:
                row = (key, value, int(time.time()))
                self._connection.execute("INSERT OR REPLACE INTO facts VALUES (?, ?, ?)", row)

    def close(self) -> None:
        """Remove the least recently used of a store above its limit."""
        with self._lock, self._excused():
            if self._connection is not None:
                (size,) = self._connection.execute(SIZE).fetchone()
                if size > LIMIT:
                    self._connection.execute(PRUNE, (ROOM,))
                self._connection.close()
            self._connection = None

    def _open(self) -> sqlite3.Connection:
        """Raises OSError and sqlite3.Error."""
        with files.private(self._folder):  # while one judge begins a store, another waits
            return self._connect(self._folder / FILE)

    def _connect(self, path: Path) -> sqlite3.Connection:
        if path.is_symlink():
            raise OSError(0, f"{FILE} is a link")
        connection = sqlite3.connect(path, timeout=10, isolation_level=None, check_same_thread=False)
        try:
            if is_ours(connection):
                return connection
            what = "belongs to another program"
        except sqlite3.OperationalError:
            connection.close()
            raise
        except sqlite3.DatabaseError as error:
            what = f"is damaged ({error})"
        connection.close()
        aside = path.with_suffix(".old")
        files.rename(path, aside)
        for suffix in ("-wal", "-shm"):
            with contextlib.suppress(FileNotFoundError):
                files.remove(path.with_name(path.name + suffix))
        self._say(f"{path} {what}; it is {aside.name} now, and a new one is begun")
        return self._connect(path)

    @contextlib.contextmanager
    def _excused(self) -> Iterator[None]:
        """Go on without a store after an error."""
        try:
            yield
        except (OSError, sqlite3.Error) as error:
            self._connection = None
            why = reason(error) if isinstance(error, OSError) else str(error)
            self._say(f"no facts are kept from this run in {self._folder} ({why})")


def is_ours(connection: sqlite3.Connection) -> bool:
    """Whether a file is a store of facts; an empty file becomes one. Raises sqlite3.Error."""
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
    """What a run showed: facts, the hash of its output, and how that differs from one expected output."""

    run: Run
    output: bytes
    expected: bytes
    difference: Difference | None


def as_json(value: object) -> bytes:
    """Tuples become lists, and bytes become text of as many characters."""
    return json.dumps(value, default=lambda content: content.decode("latin-1")).encode()


def read_json(value: bytes | None) -> Any:
    """What `as_json` has written, but text for bytes; None for anything else."""
    try:
        return json.loads(value or b"null")
    except ValueError:
        return None


def read_kept(value: bytes | None) -> Kept | None:
    """None where nothing is known."""
    known = read_json(value)
    if known is None:
        return None
    (*facts, stderr, fault), output, expected, found = known
    if found is not None:
        sides = [tuple(Line(raw(text), *cut) for text, *cut in side) for side in found[4:]]
        found = Difference(*found[:4], *sides)
    return Kept(Run._make([*facts, raw(stderr), fault]), raw(output), raw(expected), found)


def raw(text: str) -> bytes:
    """The bytes that `as_json` has made text of."""
    return text.encode("latin-1")


class Facts(Judge):
    """A judge that asks the store before it runs anything, and tells it what it has seen."""

    def __init__(self, judge: Judge, again: bool = False) -> None:
        """Share the session of a judge, which lasts longer. With `again`, everything runs."""
        self.settings = judge.settings
        self.screen = judge.screen
        self.session = judge.session
        self.store = Store(judge.screen.say, again)

    def close(self) -> None:
        """Close the store."""
        self.store.close()

    def runner(self, submission: Submission, fork: bool = False, content: bytes | None = None) -> "Recorded":
        """Runs a submission, if the store does not know the outcome. Raises InputError."""
        return Recorded(self, submission, fork, content)

    def remember(self, make: Callable[[], bytes], *parts: object) -> bytes:
        """What `make` returns, from the store if it has been made of equal `parts` before."""
        key = digest("made", circumstances(self.session), *parts)
        value = self.store.get(key)
        if value is None:
            value = make()
            self.store.put(key, value)
        return value


class Recorded(Runner):
    """Runs a submission where the store does not know the outcome; compiles it only then."""

    def __init__(self, judge: Facts, submission: Submission, fork: bool, content: bytes | None) -> None:
        super().__init__(judge.session, submission, fork, content)
        self._store = judge.store
        commands = (self.source.compile, self.source.run, self.source.check)
        words = [command[0] for command in commands if command and not command[0].startswith("{")]
        programs = [identity(judge.session, submission.language, word) for word in dict.fromkeys(words)]
        self.identity = digest("submission", circumstances(judge.session), self.source, programs)

    def build(self) -> Failure | None:
        """Compile the submission, unless it is known whether that works. Raises InputError and Cancelled."""
        if self.failure is None and self.source.compile and self._program is None:
            self._recall_failure(self._make, "failure", self.limits.memory)
        return self.failure

    def check(self) -> None:
        """Ask the store first. Raises Cancelled."""

        def find() -> None:
            self._make()
            super(Recorded, self).check()

        if self.source.check and not self._is_checked:
            self._recall_failure(find, "check")
            self._is_checked = True

    def _recall_failure(self, find: Callable[[], object], *parts: object) -> None:
        """Set `failure` as the store knows it, else as it is found."""
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
        """Recall the outcome, or run and keep it. Raises Cancelled."""
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
    """Whether another run would show the same: no fault of the judge, no clock, no figure near a limit.

    The size of an output does not vary with the machine.
    """
    if run.fault is not None or run.stopped == "wall":
        return False
    used = (run.cpu_s, run.wall_s, run.memory_bytes)
    return run.stopped is not None or all(
        2 * amount <= limit for amount, limit in zip(used, limits[:3], strict=True)
    )


def circumstances(session: Session) -> bytes:
    """Hash of what all runs of a session have in common: the judge's sources and the kind of isolation."""
    isolation = session.isolation()
    kind = (isolation.bwrap is not None, isolation.landlock, isolation.drop_uid, isolation.portable)
    return digest(sources_of_the_judge(), kind)


@functools.cache
def sources_of_the_judge() -> bytes:
    """Hash of core/, of sandbox/, of what runs the parts of a problem, and of how facts are kept."""
    paths = [path for name in ("core", "sandbox") for path, _ in files.walk(files.PACKAGE / name)]
    authoring = files.entries(files.PACKAGE / "authoring")
    paths += [path for path in authoring if path.name.startswith(("facts", "part"))]
    return digest(*(files.own(path) for path in paths if path.suffix in (".py", ".yaml")))


@functools.lru_cache(maxsize=64)
def identity(session: Session, language: Language, word: str) -> bytes:
    """Hash of an interpreter or compiler: the real program behind links, its size and when it was changed.

    Of a shim, which chooses one of several, it is what the version command prints as well.
    """
    path = os.path.realpath(word)
    status = Path(path).stat()
    said = ""
    if Path(word).name not in Path(path).name and language.id != "python":
        said = judging.version(session, language)
    return digest(path, status.st_size, status.st_mtime_ns, said)
