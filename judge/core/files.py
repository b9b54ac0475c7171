"""Files that somebody else wrote: regular ones only, and no more of them than a limit."""

import contextlib
import errno
import os
import stat
from collections.abc import Iterable
from pathlib import Path

from judge.core.errors import InputError, Mark, reason

TEXT_LIMIT = 64 << 20  # bytes of a file for people: YAML, a statement
DATA_LIMIT = 1 << 30  # bytes of a file of test data
KINDS = {
    stat.S_IFIFO: "a named pipe",
    stat.S_IFDIR: "a folder",
    stat.S_IFCHR: "a device",
    stat.S_IFBLK: "a device",
}


def read_regular(path: Path, limit: int, inside: Path | None = None) -> bytes:
    """The content of a regular file, which must not lie outside of the folder `inside`.

    Raises OSError, with EFBIG when the file has more than `limit` bytes.
    """
    demand_inside(path, inside)
    # Neither a pipe that nobody writes to nor a terminal may hold the judge.
    descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_NOCTTY | os.O_CLOEXEC)
    try:
        kind = stat.S_IFMT(os.fstat(descriptor).st_mode)
        if kind != stat.S_IFREG:
            raise OSError(errno.EINVAL, f"it is {KINDS.get(kind, 'something else')}, no regular file")
        with open(descriptor, "rb", closefd=False) as file:
            content = file.read(limit + 1)
    finally:
        os.close(descriptor)
    if len(content) > limit:
        raise OSError(errno.EFBIG, f"it has more than {limit} bytes")
    return content


def demand_inside(path: Path, folder: Path | None) -> None:
    """Make sure that no link leads out of a folder: what it leads to may be secret. Raises OSError."""
    if folder is not None and not path.resolve().is_relative_to(folder.resolve()):
        raise OSError(errno.EXDEV, "it is a link that leads out of the repository")


def read_text(path: Path, inside: Path | None = None, hint: str = "save the file as UTF-8") -> str:
    """The text of a regular file. Raises InputError, with the place of a byte that is not UTF-8."""
    try:
        raw = read_regular(path, TEXT_LIMIT, inside)
    except OSError as error:
        raise InputError(f"{path}: {reason(error)}; make it readable or remove it") from None
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError as error:
        where = place(path, raw[: error.start].decode("utf-8"))
        raise where.error(f"byte 0x{raw[error.start]:02X} is not UTF-8", hint) from None


def place(path: Path, before: str) -> Mark:
    """The place in a file that this text stands before."""
    return Mark(path, before.count("\n") + 1, len(before) - before.rfind("\n"))


Stamps = dict[Path, tuple[int, int]]


def stamps(paths: Iterable[Path], folders: Iterable[Path]) -> Stamps:
    """When files, and those in folders, were changed (ns), and their sizes in bytes; without missing ones."""
    watched = set(paths)
    for folder in folders:
        with contextlib.suppress(OSError):
            watched.update(folder.iterdir())
    found: Stamps = {}
    for path in watched:
        with contextlib.suppress(OSError):
            status = path.stat()
            found[path] = (status.st_mtime_ns, status.st_size)
    return found
