"""Reports in files."""

import contextlib
import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

from judge.core import files
from judge.core.errors import InputError, reason
from judge.core.repository import Repository
from judge.report.styled import readable
from judge.report.terminal import STDOUT


class OutFile:
    """A report that replaces an older file only when it is complete; `-` is stdout, None no report."""

    def __init__(self, option: str, name: str | None, repository: Repository, *others: Path) -> None:
        """Make sure that the report can be written, and is no input of the judge, nor below one.

        Those are the repository's, and others.
        """
        self._option, self._name = option, name
        if name is None or name == STDOUT:
            return
        self._path = files.destination(Path(name), repository.root)
        # A link in the current folder, or in a repository, may have come with a stranger's files.
        is_strange = not Path(name).is_absolute() and os.path.islink(name)
        is_there = os.path.lexists(self._path)
        if is_strange or (is_there and (os.path.islink(self._path) or not os.path.isfile(self._path))):
            what = "this is a folder, a device or a link"
            raise InputError(f"{option} {name}: {what}; name a regular file, or - for stdout")
        place = files.resolved(self._path)
        mine = [one for one in (place, *place.parents) if os.path.exists(one)]
        for one in (*others, *repository.inputs):
            if files.resolved(one) == place or (os.path.exists(one) and any(map(one.samefile, mine))):
                what = f"this would overwrite, or add to, {one}"
                raise InputError(f"{option} {name}: {what}; choose another place")
        draft = self._path.with_name(f".{self._path.name}.{os.getpid()}")
        with self._blamed(), files.undisturbed():
            files.write(draft, b"", new=True)
            files.remove(draft)

    def write(self, render: Callable[[], str]) -> None:
        """Write the whole report, escaped on a terminal; after an error, the older file is still there."""
        if self._name == STDOUT:
            sys.stdout.write(readable(render()) if sys.stdout.isatty() else render())
        elif self._name is not None:
            with self._blamed():
                files.write(self._path, render().encode())

    @contextlib.contextmanager
    def _blamed(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            what = f"cannot write here ({reason(error)})"
            raise InputError(f"{self._option} {self._name}: {what}; choose another place") from None


def write_json(output: OutFile, **document: object) -> None:
    import json  # takes time to load

    output.write(lambda: json.dumps(document, indent=1) + "\n")
