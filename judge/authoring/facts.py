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
import stat
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Final, NamedTuple

from judge import sandbox
from judge.core import building, verdict
from judge.core.building import Failure, Runner
from judge.core.errors import reason
from judge.core.judging import Judge, Screen
from judge.core.model import Case, CaseResult, Difference, Language, Line, Submission, Verdict
from judge.core.session import Session, Settings
from judge.sandbox import Limits, Run

LIMIT: Final = 512 << 20  # bytes of the store
ROOM: Final = LIMIT // 4 * 3  # bytes that are left of a store above the limit
FILE: Final = "facts.sqlite"
APPLICATION: Final = 0x6A756467  # "judg", SQLite's mark of whose file it is
HOUR: Final = 3600  # s: a fact's time of use is no more exact
SCHEMA: Final = "CREATE TABLE IF NOT EXISTS facts (key BLOB PRIMARY KEY, value BLOB, used INTEGER)"


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
        self._used: list[bytes] = []
        self._folder = folder or default_folder()
        self._connection: sqlite3.Connection | None = None
        with self._excused():
            self._connection = self._open()

    def get(self, key: bytes) -> bytes | None:
        """The value of a key, None if it is not known."""
        row = None
        with self._lock, self._excused():
            if self._connection is not None and not self._again:
                row = self._connection.execute(
                    "SELECT value, used FROM facts WHERE key = ?", (key,)
                ).fetchone()
                if row is not None and row[1] < time.time() - HOUR:
                    self._used.append(key)
        return row[0] if row is not None and isinstance(row[0], bytes) else None

    def put(self, key: bytes, value: bytes) -> None:
        """Keep a value, if that is possible."""
        with self._lock, self._excused():
            if self._connection is not None:
                row = (key, value, int(time.time()))
                self._connection.execute("INSERT OR REPLACE INTO facts VALUES (?, ?, ?)", row)

    def close(self) -> None:
        """Note what has been used; remove the least recently used of a store above its limit."""
        with self._lock, self._excused():
            if self._connection is not None:
                now = int(time.time())
                self._connection.execute("BEGIN")
                rows = [(now, key) for key in self._used]
                self._connection.executemany("UPDATE facts SET used = ? WHERE key = ?", rows)
                self._connection.execute("COMMIT")
                if self._size() > LIMIT:
                    self._prune()
                self._connection.close()
            self._connection = None

    def _size(self) -> int:
        """Bytes of all values, with what SQLite adds to them."""
        assert self._connection is not None
        pages, free, size = (
            int(self._connection.execute(f"PRAGMA {name}").fetchone()[0])
            for name in ("page_count", "freelist_count", "page_size")
        )
        return (pages - free) * size

    def _prune(self) -> None:
        assert self._connection is not None
        kept, oldest = 0, None
        newest_first = "SELECT used, LENGTH(value) + 100 FROM facts ORDER BY used DESC"
        for used, size in self._connection.execute(newest_first):
            kept += size
            if kept > ROOM:
                oldest = used
                break
        if oldest is not None:
            self._connection.execute("DELETE FROM facts WHERE used <= ?", (oldest,))
            self._connection.execute("VACUUM")

    def _open(self) -> sqlite3.Connection:
        """Raises OSError and sqlite3.Error."""
        self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        status = self._folder.lstat()
        if not stat.S_ISDIR(status.st_mode) or status.st_uid != os.geteuid():
            raise OSError(0, f"{self._folder} is no folder of yours")
        if stat.S_IMODE(status.st_mode) != 0o700:
            self._folder.chmod(0o700)
        path = self._folder / FILE
        if path.is_symlink():
            raise OSError(0, f"{path} is a link")
        for attempt in (1, 2):
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
            if attempt == 1:
                self._set_aside(path, what)
        raise OSError(0, f"{path} {what}")

    def _set_aside(self, path: Path, what: str) -> None:
        aside = path.with_suffix(".old")
        path.replace(aside)
        for suffix in ("-wal", "-shm"):
            path.with_name(path.name + suffix).unlink(missing_ok=True)
        self._say(f"{path} {what}; it is {aside.name} now, and a new one is begun")

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


def read_kept(value: bytes | None) -> Kept | None:
    """What `as_json` has made of it; None for anything else."""
    if value is None:
        return None
    try:
        (*facts, stderr, fault), output, expected, found = json.loads(value)
        if found is not None:
            sides = [[Line(raw(text), *cut) for text, *cut in side] for side in found[4:]]
            found = Difference(*found[:4], *map(tuple, sides))
        return Kept(Run._make([*facts, raw(stderr), fault]), raw(output), raw(expected), found)
    except (ValueError, TypeError, AttributeError):
        return None


def raw(text: str) -> bytes:
    """The bytes that `as_json` has made text of."""
    return text.encode("latin-1")


class Facts(Judge):
    """A judge that asks the store before it runs anything, and tells it what it has seen."""

    def __init__(
        self,
        settings: Settings,
        root: Path,
        submitted: Iterable[Language],
        screen: Screen,
        again: bool = False,
    ) -> None:
        """With `again`, everything runs. Raises InputError."""
        super().__init__(settings, root, submitted, screen)
        self.store = Store(screen.say, again)

    def close(self) -> None:
        """End all processes, remove what was built, and close the store."""
        super().close()
        self.store.close()

    def runner(self, submission: Submission, fork: bool = False, content: bytes | None = None) -> Runner:
        """Runs a submission, if the store does not know the outcome. Raises InputError."""
        return Recorded(self.store, self.session, submission, fork, content)

    def remember(self, make: Callable[[], bytes], *parts: object) -> bytes:
        """What `make` returns, from the store if it has been made of equal `parts` before."""
        return remember(self.store, self.session, make, *parts)


def remember(store: Store, session: Session, make: Callable[[], bytes], *parts: object) -> bytes:
    """What `make` returns, from the store if it has been made of equal `parts` before."""
    key = digest("made", circumstances(session), *parts)
    value = store.get(key)
    if value is None:
        value = make()
        store.put(key, value)
    return value


@contextlib.contextmanager
def store_of(judge: Judge) -> Iterator[Store]:
    """The judge's store, else one that is open while the block runs."""
    if isinstance(judge, Facts):
        yield judge.store
        return
    store = Store(judge.screen.say)
    try:
        yield store
    finally:
        store.close()


class Recorded(Runner):
    """Runs a submission where the store does not know the outcome; compiles it only then."""

    def __init__(
        self,
        store: Store,
        session: Session,
        submission: Submission,
        fork: bool = False,
        content: bytes | None = None,
    ) -> None:
        super().__init__(session, submission, fork, content)
        self._store = store
        commands = (self.source.compile, self.source.run, self.source.check)
        words = [command[0] for command in commands if command and not command[0].startswith("{")]
        programs = [identity(session, submission.language, word) for word in dict.fromkeys(words)]
        self.identity = digest("submission", circumstances(session), self.source, programs)

    def build(self) -> Failure | None:
        """Compile the submission, unless it is known whether that works. Raises InputError and Cancelled."""
        if self.failure is not None or not self.source.compile or self._program is not None:
            return self.failure
        key = digest("failure", self.identity, self.limits.memory)
        if (known := read_failure(self._store.get(key))) is not None:
            self.failure = known[0] if known else None
            return self.failure
        failure = self._make()
        if failure is None or failure.verdict is Verdict.CE:
            self._store.put(key, as_json([failure] if failure else []))
        return failure

    def check(self) -> None:
        """Ask the store first. Raises Cancelled."""
        if not self.source.check or self._is_checked:
            return
        key = digest("check", self.identity)
        if (known := read_failure(self._store.get(key))) is not None:
            self._is_checked = True
            self.failure = known[0] if known else None
            return
        self._make()
        super().check()
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
            found, note = verdict.decide(kept.run, limits, difference)
            if found is Verdict.RE:
                self.check()
            return CaseResult(case, found, kept.run, note, difference if found is Verdict.WA else None)
        output = hashlib.sha256()
        result = super().run(case, limits, output.update)
        if is_fact(result.run, limits):
            kept = Kept(result.run, output.digest(), expected, result.difference)
            self._store.put(key, as_json(kept))
        return result


def read_failure(value: bytes | None) -> list[Failure] | None:
    """The failure that is kept, an empty list for none, None where nothing is known."""
    try:
        found = json.loads(value) if value is not None else None
        return None if found is None else [Failure(Verdict[name], str(text)) for name, text in found]
    except (ValueError, TypeError):
        return None


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
    kind = (isolation.bwrap is not None, isolation.landlock, isolation.drop_uid)
    return digest(sources_of_the_judge(), kind)


@functools.cache
def sources_of_the_judge() -> bytes:
    """Hash of core/, of sandbox/ and of what runs the parts of a problem."""
    folders = [Path(package.__file__ or "").parent for package in (building, sandbox)]
    paths = [path for folder in folders for path in folder.rglob("*.*") if path.suffix in (".py", ".yaml")]
    paths += Path(__file__).parent.glob("part*.py")
    return digest(*(path.read_bytes() for path in sorted(paths)))


@functools.lru_cache(maxsize=64)
def identity(session: Session, language: Language, word: str) -> bytes:
    """Hash of an interpreter or compiler: the real program behind links, its size and when it was changed.

    Of a shim, which chooses one of several, it is what the version command prints as well.
    """
    path = os.path.realpath(word)
    status = Path(path).stat()
    said = ""
    if Path(word).name not in Path(path).name and language.id != "python":
        said = building.version(session, language)
    return digest(path, status.st_size, status.st_mtime_ns, said)
