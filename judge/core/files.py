"""The only place in the judge, except for the sandbox, that opens, lists, makes, writes or removes files.

A repository or an output folder may be a stranger's: no component of a path is a link, a file is a regular
one, and its size is limited. A path that the user has typed goes through `real` first.
"""

import contextlib
import errno
import itertools
import os
import signal
import stat
import sys
import threading
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

from judge.core.errors import Faults, InputError, Mark, reason

TEXT_LIMIT: Final = 64 << 20  # bytes of a program; a quarter of that for YAML and statements
DATA_LIMIT: Final = 1 << 30  # bytes of a file of test data
PACKAGE: Final = Path(__file__).parents[1]  # the judge itself
FILE, FOLDER, OTHER = "a file", "a folder", "a link, a pipe or a device"
SEARCH: Final = getattr(os, "O_PATH", os.O_RDONLY)  # a folder on the way need not be readable
READ: Final = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_NOCTTY
ROOM: Final = 1 << 20  # bytes that a file system must have free
DEEPEST: Final = 200  # folders in a path
INTERRUPTS: Final = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
NEW: Final = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW


def real(path: Path) -> Path:
    """A path that the user has typed, with its links resolved."""
    place = resolved(path)
    return path if str(place) == os.path.abspath(path) else place


def resolved(path: Path) -> Path:
    """An absolute path without links; Path.resolve() may fail where they lead in a circle."""
    return Path(os.path.realpath(path))


def is_repository(folder: Path) -> bool:
    return os.path.isdir(folder / "problems") and os.path.isdir(folder / "testdata")


def destination(path: Path, root: Path | None = None) -> Path:
    """A path to write to that the user has typed: as `real`, but inside a repository its links stay.

    They are the repository's: whatever writes there fails at one. `root` is that of the one in use, which may
    have no test data.
    """
    whole = Path(os.path.abspath(path))
    used = root and resolved(root)
    inside = (one for one in reversed(whole.parents) if is_repository(one) or resolved(one) == used)
    above = next(inside, None)
    return real(path) if above is None else real(above) / whole.relative_to(above)


@contextlib.contextmanager
def _opened(path: Path, flags: int = SEARCH) -> Iterator[int]:
    """A folder's descriptor; fails if a link is on the way."""
    here = os.open(path.anchor or ".", SEARCH if path.name else flags)
    try:
        for one in (*reversed(path.parents), path)[1:]:
            wanted = (flags if one is path else SEARCH) | os.O_DIRECTORY | os.O_NOFOLLOW
            try:
                below = os.open(one.name, wanted, dir_fd=here)
            except NotADirectoryError as error:
                raise OSError(error.errno, f"'{one}' is a link, or not a folder") from None
            here, above = below, here  # an interrupt may come at any time, and nothing is closed twice
            os.close(above)
        yield here
    finally:
        os.close(here)


@contextlib.contextmanager
def _place(path: Path) -> Iterator[tuple[int, str]]:
    """The descriptor of a file's folder, and its name there; an OSError names the whole path."""
    try:
        with _opened(path.parent) as folder:
            yield folder, path.name or "."
    except OSError as error:
        what = "it is a link" if error.errno == errno.ELOOP else error.strerror
        raise OSError(error.errno, what, str(path)) from None


def exists(path: Path) -> bool:
    """Whether there is anything; a link counts, even if it is broken, so that reading refuses it."""
    return os.path.lexists(path)


def head(path: Path, size: int) -> bytes:
    """The first bytes of a regular file."""
    # Neither a pipe that nobody writes to nor a terminal may hold the judge.
    with (
        _place(path) as (folder, name),
        open(name, "rb", opener=lambda *_: os.open(name, READ, dir_fd=folder)) as file,
    ):
        status = os.fstat(file.fileno())
        if not stat.S_ISREG(status.st_mode):
            raise OSError(errno.EINVAL, "it is not a regular file")
        start = file.read(min(size, status.st_size + 1))  # takes memory for all that is asked for
        return start + file.read(size - len(start)) if len(start) > status.st_size else start


def read(path: Path, limit: int = DATA_LIMIT) -> bytes:
    """The content of a regular file; more than `limit` bytes are OSError EFBIG."""
    content = head(path, limit + 1)
    if len(content) > limit:
        raise OSError(errno.EFBIG, f"it has more than {limit} bytes", str(path))
    return content


def own(path: Path | str) -> bytes:
    """A file of the judge itself, below PACKAGE; an installer may have linked it."""
    return read(real(PACKAGE / path))


def content(path: Path, limit: int = TEXT_LIMIT) -> bytes:
    """The content of a regular file; an error is that of the user."""
    try:
        return read(path, limit)
    except OSError as error:
        raise refused(path, error) from None


def text(path: Path, hint: str = "save the file as UTF-8") -> str:
    """The text of a regular file; an error gives the place of a byte that is not UTF-8."""
    raw = content(path, TEXT_LIMIT // 4)  # each line takes 60 bytes of memory, however short
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError as error:
        where = place(path, raw[: error.start].decode("utf-8"))
        raise where.error(f"byte 0x{raw[error.start]:02X} is not UTF-8", hint) from None


def refused(path: Path, error: OSError) -> InputError:
    hint = "put one there" if error.errno == errno.ENOENT else "put a readable one there, or remove it"
    return InputError(f"{path}: {reason(error)}; {hint}")


def place(path: Path, before: str) -> Mark:
    """The place in a file behind this text."""
    return Mark(path, before.count("\n") + 1, len(before) - before.rfind("\n"))


def entries(folder: Path) -> dict[Path, str]:
    """The sorted entries of a folder, each FILE, FOLDER or OTHER; a missing folder is empty."""
    if len(folder.parts) > DEEPEST:  # to open one takes a call for each above it
        raise InputError(f"{folder}: this folder lies too deep; move it up, or remove it")
    try:
        with _opened(folder, os.O_RDONLY) as descriptor, os.scandir(descriptor) as found:
            return {folder / one.name: _kind(one) for one in sorted(found, key=lambda one: one.name)}
    except FileNotFoundError:
        return {}
    except OSError as error:
        raise refused(folder, error) from None


def _kind(entry: os.DirEntry[str]) -> str:
    is_file = entry.is_file(follow_symlinks=False)
    return FOLDER if entry.is_dir(follow_symlinks=False) else FILE if is_file else OTHER


def is_hidden(path: Path) -> bool:
    return path.name.startswith(".") or path.name == "__pycache__"


def has_execute_bit(path: Path) -> bool:
    """By its mode: where a file system is mounted noexec, access(2) says no, but a copy elsewhere may run."""
    return path.is_file() and bool(path.stat().st_mode & stat.S_IXUSR)


def is_noexec(folder: Path) -> bool:
    """Whether nothing on its file system may be executed (mount(8))."""
    return sys.platform == "linux" and bool(os.statvfs(folder).f_flag & os.ST_NOEXEC)


def is_full(folder: Path) -> bool:
    """Whether its file system has less room than compilers need."""
    state = os.statvfs(folder)
    return state.f_bavail * state.f_frsize < ROOM


def walk(folder: Path) -> Iterator[tuple[Path, str]]:
    """The entries of a folder and below it, without hidden ones and caches."""
    for path, kind in entries(folder).items():  # no folder lies deeper than DEEPEST
        if not is_hidden(path):
            yield path, kind
            if kind == FOLDER:
                yield from walk(path)


def make(folder: Path, mode: int = 0o777) -> list[Path]:
    """Make a folder and its missing parents; return the new ones."""
    made = []
    for one in reversed((folder, *folder.parents)):
        with contextlib.suppress(FileExistsError), _place(one) as (above, name):
            os.mkdir(name, mode, dir_fd=above)
            made.append(one)
    return made


def write(path: Path, content: bytes, new: bool = False, mode: int = 0o666) -> None:
    """Write a file; it replaces an older one when it is complete, with its mode and (for root) owner.

    A `new` one must not exist yet.
    """
    with undisturbed(), _place(path) as (folder, name):
        draft = name if new else f".{os.urandom(8).hex()}"
        descriptor = os.open(draft, NEW, mode, dir_fd=folder)
        try:
            with os.fdopen(descriptor, "wb") as file:
                file.write(content)
                if not new:
                    _resemble(descriptor, name, folder)
            os.replace(draft, name, src_dir_fd=folder, dst_dir_fd=folder)
        except BaseException:
            os.unlink(draft, dir_fd=folder)
            raise


@contextlib.contextmanager
def undisturbed() -> Iterator[None]:
    """Put off interrupts until the block is done: it must know what it has made."""
    waiting: list[int] = []
    is_main = threading.current_thread() is threading.main_thread()  # no other one is interrupted
    put_off = {one: signal.signal(one, lambda got, _: waiting.append(got)) for one in INTERRUPTS if is_main}
    try:
        yield
    finally:
        for one, handler in put_off.items():
            signal.signal(one, handler)
        for number in waiting[:1]:
            signal.raise_signal(number)


def _resemble(draft: int, name: str, folder: int) -> None:
    """Give a draft the mode and (for root) the owner of the regular file that it is to replace."""
    with contextlib.suppress(FileNotFoundError):
        older = os.stat(name, dir_fd=folder, follow_symlinks=False)
        if stat.S_ISREG(older.st_mode) and os.geteuid() == 0:
            os.fchown(draft, older.st_uid, older.st_gid)
        if stat.S_ISREG(older.st_mode):
            os.fchmod(draft, older.st_mode & 0o777)


def rename(path: Path, new: Path) -> None:
    """Rename a file within its folder, replacing another file."""
    with _place(path) as (folder, name):
        os.replace(name, new.name, src_dir_fd=folder, dst_dir_fd=folder)


def remove(path: Path) -> None:
    """Remove a file, a link or an empty folder."""
    with _place(path) as (folder, name):
        try:
            os.unlink(name, dir_fd=folder)
        except (IsADirectoryError, PermissionError):
            os.rmdir(name, dir_fd=folder)


@contextlib.contextmanager
def private(folder: Path, wait: float) -> Iterator[None]:
    """Make a folder that only the user can open; other judges wait `wait` s while the block runs."""
    from judge.sandbox import lock  # takes long to import

    make(folder, 0o700)
    with _opened(folder, os.O_RDONLY) as descriptor:
        status = os.fstat(descriptor)
        # Files in a folder that others may open may be meant for them.
        is_open = status.st_mode & 0o022 or (status.st_mode & 0o077 and entries(folder))
        if status.st_uid != os.geteuid() or is_open:
            raise OSError(0, "it is another user's, or open to others: name a new folder, or chmod go-rwx")
        os.fchmod(descriptor, 0o700)
        lock(descriptor, folder, wait)
        yield


Stamps = dict[Path, tuple[int, int]]


def stamps(places: Iterable[Path]) -> Stamps:
    """Times of change (ns) and sizes of files, and of those in folders; missing ones are left out."""
    found: Stamps = {}
    inside = Faults().each(lambda place: entries(place) if os.path.isdir(place) else (place,), places)
    for path in {*itertools.chain(*inside)}:
        with contextlib.suppress(OSError):
            status = path.stat()
            found[path] = (status.st_mtime_ns, status.st_size)
    return found
