"""A report that the user names a place for: whole, or not at all."""

import os
import sys
from collections.abc import Callable, Iterable
from pathlib import Path

from judge.core import files
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
        if name in (None, STDOUT):
            return
        # What a descriptor leads to may have no name.
        self._path = Path(name) if is_descriptor(Path(name)) else files.real(Path(name))
        self._is_plain = not is_descriptor(self._path) and (self._path.is_file() or not self._path.exists())
        if self._path.is_dir():
            raise InputError(f"{option} {name}: this is a folder; name a file")
        if self._is_plain:
            self._demand_no_input(inputs)
            draft = self._path.with_name(f".{self._path.name}.{os.getpid()}")
            try:
                files.create(draft, b"")
                files.remove(draft)
            except OSError as error:
                raise self._failure(error) from None

    def _demand_no_input(self, inputs: Iterable[Path]) -> None:
        """Make sure that no input would be lost, under whatever name. Raises InputError."""
        path = self._path.resolve()
        mine = [place for place in (path, *path.parents) if place.exists()]
        for one in inputs:
            if one.resolve() == path or (one.exists() and any(map(one.samefile, mine))):
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
            (files.write if self._is_plain else files.append)(self._path, text.encode())
        except OSError as error:
            raise self._failure(error) from None

    def _failure(self, error: OSError) -> InputError:
        what = f"cannot write here ({reason(error)})"
        return InputError(f"{self._option} {self._name}: {what}; choose another place")


def is_descriptor(path: Path) -> bool:
    """Whether a path is a link to an open file of this process."""
    folder = path.parent.resolve()
    return path.is_symlink() and (folder == Path("/dev") or folder.is_relative_to("/proc"))
