"""The files of a package, in a folder or in a zip archive that may lie. Nothing is unpacked to the disk."""

import io
import os
import stat
import struct
import zipfile
import zlib
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path, PurePosixPath
from typing import Final

from judge.core import files
from judge.core.errors import InputError, Mark, reason

MOST_FILES: Final = 20_000
MOST_BYTES: Final = 1 << 30  # of all files together, and of an archive
MOST_TEXT: Final = 1 << 20  # bytes of a file for people
LONGEST_PATH: Final = 500  # characters
ANY_RATIO: Final = 64 << 20  # bytes that may come out of however small an archive
MOST_RATIO: Final = 200  # deflate reaches 1032 on test data of one character, but not on a whole package
ENTRY: Final = b"PK\1\2"  # begins each entry of an archive's directory
PLAIN: Final = (0, stat.S_IFREG, stat.S_IFDIR)  # 0: made where there are no modes
DAMAGED: Final = (
    *(zipfile.BadZipFile, zlib.error, EOFError, struct.error),
    *(NotImplementedError, ValueError, RuntimeError, OSError),
)
HIDDEN_BUT_READ: Final = ".timelimit"
NOT_READ: Final = ("__MACOSX", "__pycache__")


@dataclass(frozen=True)
class Package:
    """Files by their paths inside the package, each with what reads it once. `place` is for messages."""

    place: str
    files: Mapping[str, Callable[[], bytes]]

    def __contains__(self, name: str) -> bool:
        return name in self.files

    def read(self, name: str) -> bytes:
        """Return the content of a file. Raises InputError."""
        return self.files[name]()

    def text(self, name: str) -> str:
        """Return the text of a file for people, whatever its line ends. Raises InputError."""
        content = self.read(name)
        where = Path(self.shown(name))
        if len(content) > MOST_TEXT:
            raise InputError(f"{where}: it has more than {MOST_TEXT} bytes; make it smaller")
        try:
            return content.decode("utf-8-sig").replace("\r\n", "\n")
        except UnicodeDecodeError as error:
            line = content.count(b"\n", 0, error.start) + 1
            raise Mark(where, line).error("this is not UTF-8", "save the file as UTF-8") from None

    def below(self, folder: str) -> "Package":
        """Return the files below a folder, which is "" or ends with a slash, as a package."""
        inside = {
            name.removeprefix(folder): read for name, read in self.files.items() if name.startswith(folder)
        }
        return Package(self.shown(folder.rstrip("/")) if folder else self.place, inside)

    def shown(self, name: str) -> str:
        """Return where a file is, for people."""
        return f"{self.place}/{name}"


def open_package(path: Path) -> Package:
    """Return the package in a folder or a zip archive. Raises InputError."""
    if path.is_dir():
        return Package(str(path), dict(files_of_folder(path)))
    try:
        content = files.read_regular(path, MOST_BYTES)
    except OSError as error:
        raise InputError(f"{path}: {reason(error)}; name a folder or a zip archive") from None
    return open_archive(str(path), content)


def files_of_folder(root: Path) -> Iterator[tuple[str, Callable[[], bytes]]]:
    """Yield the files of a folder, without hidden ones. Raises InputError."""
    count = 0
    for folder, folders, names in os.walk(root, onerror=unreadable):
        folders[:] = sorted(name for name in folders if is_read(name))
        for link in (Path(folder, name) for name in folders):
            if link.is_symlink():
                raise InputError(f"{link}: it is a link to a folder; put the folder itself here")
        for name in sorted(filter(is_read, names)):
            count += 1
            if count > MOST_FILES:
                raise InputError(
                    f"{root}: it has more than {MOST_FILES} files; name the folder of one problem"
                )
            path = Path(folder, name)
            yield path.relative_to(root).as_posix(), cache(partial(read_file, path, root))


def unreadable(error: OSError) -> None:
    """Raise InputError: a folder cannot be listed."""
    raise InputError(f"{error.filename}: {reason(error)}; make it readable")


def is_read(name: str) -> bool:
    """Tell whether a file or folder may be part of a package, and not of the system or an editor."""
    return name == HIDDEN_BUT_READ or not (name.startswith(".") or name in NOT_READ)


def read_file(path: Path, root: Path) -> bytes:
    """Return the content of a file below a root. Raises InputError."""
    try:
        return files.read_regular(path, MOST_BYTES, root)
    except OSError as error:
        raise InputError(f"{path}: {reason(error)}; put the file itself here") from None


def open_archive(place: str, content: bytes) -> Package:
    """Return the package in the bytes of a zip archive. Raises InputError, also if it lies."""
    if not zipfile.is_zipfile(io.BytesIO(content)):
        raise InputError(
            f"{place}: this is neither a folder nor a zip archive; unpack it, and name the folder"
        )
    # Counted before they are read, since what the archive says of their number need not be true.
    if content.count(ENTRY) > MOST_FILES:
        raise InputError(f"{place}: it has more than {MOST_FILES} files; pack one problem alone")
    try:
        archive = zipfile.ZipFile(io.BytesIO(content))
    except DAMAGED as error:
        raise damaged(place, error) from None
    entries = archive.infolist()
    for info, lie in lies(entries):
        raise InputError(f"{place}: '{info.filename}' {lie}; pack it again, without such an entry")
    total = sum(info.file_size for info in entries)
    if total > min(MOST_BYTES, ANY_RATIO + MOST_RATIO * len(content)):
        raise InputError(
            f"{place}: {len(content)} bytes that unpack to {total} are too much; unpack it yourself, "
            f"and name the folder"
        )
    plain = [one for one in entries if not one.is_dir() and all(map(is_read, one.filename.split("/")))]
    return Package(place, {one.filename: cache(partial(read_entry, archive, one, place)) for one in plain})


def lies(entries: Sequence[zipfile.ZipInfo]) -> Iterator[tuple[zipfile.ZipInfo, str]]:
    """Yield the entries of an archive that no package needs, and what is wrong with them."""
    yield from ((info, lie) for info in entries if (lie := lie_of(info)))
    count = Counter(info.filename for info in entries if not info.is_dir())
    for info in entries:
        path = PurePosixPath(info.filename)
        if count[str(path)] > (not info.is_dir()) or any(str(one) in count for one in path.parents):
            yield info, "is there twice"


def lie_of(info: zipfile.ZipInfo) -> str | None:
    """Return what an entry of an archive is that no package needs; None: a plain file or folder."""
    name = info.filename
    if info.flag_bits & 1:
        return "is encrypted"
    if stat.S_IFMT(info.external_attr >> 16) not in PLAIN:
        return "is a link or a device"
    if name.startswith("/") or "\\" in name or {"", ".", ".."} & set(name.removesuffix("/").split("/")):
        return "is no path inside the archive"
    if not name.isprintable() or len(name) > LONGEST_PATH:
        return "has a name that cannot be shown"
    if info.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        return "is not compressed with deflate"
    return None


def read_entry(archive: zipfile.ZipFile, info: zipfile.ZipInfo, place: str) -> bytes:
    """Return the content of a file in an archive, no more than its entry says. Raises InputError."""
    try:
        with archive.open(info) as file:
            return file.read(info.file_size)  # read() would unpack whatever there is first
    except DAMAGED as error:
        raise damaged(f"{place}/{info.filename}", error) from None


def damaged(place: str, error: Exception) -> InputError:
    """Return the error for an archive that cannot be read."""
    return InputError(f"{place}: the archive is damaged ({error}); pack it again")
