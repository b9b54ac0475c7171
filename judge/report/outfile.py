"""Writes a report to a file: whole, or not at all."""

import contextlib
import os
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from judge.core import files
from judge.core.errors import InputError, reason
from judge.report.escape import readable
from judge.report.terminal import STDOUT


class OutFile:
    """A report that replaces an older file only when it is complete; `-` is stdout, None no report.

    A device, a named pipe or a descriptor such as /dev/fd/63, which a shell has opened, is added to.
    """

    def __init__(self, option: str, name: str | None, inputs: Iterable[Path] = ()) -> None:
        """Make sure that the report can be written, and is none of the inputs nor below one."""
        self._option, self._name = option, name
        if name is None or name == STDOUT:
            return
        typed = Path(name)
        folder = typed.parent.resolve()
        # A link there leads to an open file, which may have no other name.
        is_open = typed.is_symlink() and (folder == Path("/dev") or folder.is_relative_to("/proc"))
        self._path = typed if is_open else files.destination(typed)
        if not is_open and self._path.is_symlink():
            what = "this is a link inside a repository; name what it leads to"
            raise InputError(f"{option} {name}: {what}, or another file")
        self._is_plain = not is_open and (self._path.is_file() or not self._path.exists())
        if self._path.is_dir():
            raise InputError(f"{option} {name}: this is a folder; name a file")
        if self._is_plain:
            self._demand_no_input(inputs)
            draft = self._path.with_name(f".{self._path.name}.{os.getpid()}")
            with self._blamed():
                files.write(draft, b"", new=True)
                files.remove(draft)

    def _demand_no_input(self, inputs: Iterable[Path]) -> None:
        path = self._path.resolve()
        mine = [place for place in (path, *path.parents) if place.exists()]
        for one in inputs:
            if one.resolve() == path or (one.exists() and any(map(one.samefile, mine))):
                what = f"this would overwrite, or add to, what is read from {one}"
                raise InputError(f"{self._option} {self._name}: {what}; choose another place")

    def write(self, render: Callable[[], str]) -> None:
        """Write the whole report, escaped on a terminal; after an error, the older file is still there."""
        if self._name == STDOUT:
            sys.stdout.write(readable(render()) if sys.stdout.isatty() else render())
        elif self._name is not None:
            with self._blamed():
                (files.write if self._is_plain else files.append)(self._path, render().encode())

    @contextlib.contextmanager
    def _blamed(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            what = f"cannot write here ({reason(error)})"
            raise InputError(f"{self._option} {self._name}: {what}; choose another place") from None
