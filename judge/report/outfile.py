"""Files that a command writes: whole, or not at all."""

import contextlib
import errno
import os
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

from judge.core.errors import InputError, reason
from judge.report.terminal import STDOUT


class OutFile:
    """A file that takes the place of an older one only when it is complete; `-` is stdout, None is nothing.

    What is no plain file, such as a device or a named pipe, is written to as it is. So is what a shell has
    opened, such as /dev/fd/63: that is added to.
    """

    def __init__(self, option: str, name: str | None, inputs: Iterable[Path] = ()) -> None:
        """Make sure that the file which an option names can be written, and is not among the inputs.

        These are files and folders. Raises InputError.
        """
        self._option = option
        self._name = name
        self._draft: Path | None = None
        if name in (None, STDOUT):
            return
        self._path = Path(name).resolve()
        if is_descriptor(Path(name)):
            self._path = Path(name)  # what it leads to may have no name
            return
        try:
            if self._path.is_dir():
                raise InputError(f"{option} {name}: this is a folder; name a file")
            if self._path.is_file() or not self._path.exists():
                self._demand_no_input(inputs)
                draft = self._path.with_name(f".{self._path.name}.{os.getpid()}")
                draft.touch(exist_ok=False)
                self._draft = draft
        except OSError as error:
            raise self._failure(error) from None

    def _demand_no_input(self, inputs: Iterable[Path]) -> None:
        """Make sure that no input would be lost, under whatever name. Raises InputError and OSError."""
        mine = [place for place in (self._path, *self._path.parents) if place.exists()]
        for one in inputs:
            if one.resolve() == self._path or (one.exists() and any(map(one.samefile, mine))):
                what = (
                    f"{self._option} {self._name}: this would overwrite, or add to, what is read from {one}"
                )
                raise InputError(f"{what}; choose another place")

    def write(self, render: Callable[[], str]) -> None:
        """Write the whole file, if one is wanted. Raises InputError, leaving what was there before."""
        if self._name is None:
            return
        text = render()
        if self._name == STDOUT:
            sys.stdout.write(text)
            return
        try:
            with (self._draft or self._path).open("a", encoding="utf-8") as file:
                file.write(text)
            if self._draft is not None:
                self._draft.replace(self._path)
        except OSError as error:
            raise self._failure(error) from None
        self._draft = None

    def __enter__(self) -> "OutFile":
        return self

    def __exit__(self, *_: object) -> None:
        """Remove what was not completed."""
        if self._draft is not None:
            self._draft.unlink(missing_ok=True)

    def _failure(self, error: OSError) -> InputError:
        what = f"cannot write here ({reason(error)})"
        return InputError(f"{self._option} {self._name}: {what}; choose another place")


def is_descriptor(path: Path) -> bool:
    """Whether a path is a link to an open file of this process."""
    folder = path.parent.resolve()
    return path.is_symlink() and (folder == Path("/dev") or folder.is_relative_to("/proc"))


def write_all(root: Path, option: str, files: Mapping[Path, bytes], parents: bool = False) -> None:
    """Write files below a folder, all or none, in the order given; missing folders are made.

    A new folder appears with all that is in it. `option` names `root` on the command line; its own `parents`
    are made on demand only. Raises InputError, also where a file is there already.
    """
    try:
        with contextlib.ExitStack() as undo:
            for folder in reversed([root, *(root.parents if parents else ())]):
                if not folder.is_dir():
                    folder.mkdir()
                    undo.callback(folder.rmdir)
            with tempfile.TemporaryDirectory(prefix=".new-", dir=root) as name:
                draft = Path(name)
                for path, content in files.items():
                    (draft / path).parent.mkdir(parents=True, exist_ok=True)
                    (draft / path).write_bytes(content)
                for path in files:
                    if (draft / path).exists():  # else it has come along with its folder
                        part = new_part(root, path)
                        undo.callback(remove, (draft / part).rename(root / part))
            undo.pop_all()
    except OSError as error:
        place = error.filename2 or error.filename or root
        what = f"{reason(error)}; make room or give access, or choose another {option}"
        raise InputError(f"{place}: {what}") from None


def new_part(root: Path, path: Path) -> Path:
    """The file, or the uppermost folder on the way to it, that is not there yet. Raises OSError."""
    for part in (*reversed(path.parents), path):
        if not os.path.lexists(root / part):
            return part
        if not (root / part).is_dir():
            break
    raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(root / part))


def remove(path: Path) -> None:
    """Remove a file, or a folder with all that is in it."""
    if path.is_dir():
        shutil.rmtree(path)
    else:
        path.unlink()
