"""The folder of the pages: written file by file; what others have put there is not touched."""

import contextlib
import hashlib
import json
import os
from pathlib import Path

from judge.core import files
from judge.core.errors import InputError, reason
from judge.core.repository import Repository

MANIFEST = ".judge-site.json"


class Output:
    """Files in a folder. Whatever ends the writing, it is noted which of them are ours."""

    def __init__(self, folder: Path, repository: Repository) -> None:
        """Make the folder, unless it is one that the pages are made from. Raises InputError."""
        self._folder = files.real(folder)
        self._written: dict[str, str] = {}
        for name in ("problems", "solutions", "testdata"):
            if self._folder.resolve().is_relative_to((repository.root / name).resolve()):
                raise InputError(f"--out {folder}: this is inside '{name}'; choose another folder")
        try:
            files.make(self._folder)
        except OSError as error:
            raise self._failure(folder, error) from None
        self._before = self._read_manifest()

    def __enter__(self) -> "Output":
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        """Remove what was written the last time and not now, if all has been; note what is there."""
        if kind is None:
            for name in sorted(self._before.keys() - self._written):
                self._remove(name)
        names = {**self._before, **self._written}
        ours = {name: names[name] for name in sorted(names) if (self._folder / name).is_file()}
        with contextlib.suppress(OSError):
            files.write(self._folder / MANIFEST, json.dumps(ours, indent=0).encode() + b"\n")

    def write(self, name: str, content: bytes) -> None:
        """Write a file, unless it is there as it should be. Raises InputError, also for somebody else's."""
        path = self._folder / name
        digest = hashlib.sha256(content).hexdigest()
        try:
            if self._digest(path) != digest:
                if name not in self._before and os.path.lexists(path):
                    what = "this is not a file that judge site has written"
                    raise InputError(f"{path}: {what}; remove it, or name another folder with --out")
                files.make(path.parent)
                files.write(path, content)
        except OSError as error:
            raise self._failure(path, error) from None
        self._written[name] = digest

    def _digest(self, path: Path) -> str | None:
        """The hash of a file; None where there is no regular one."""
        with contextlib.suppress(OSError):
            return hashlib.sha256(files.read(path)).hexdigest()
        return None

    def _read_manifest(self) -> dict[str, str]:
        """The hashes of the files that were written the last time; no name leads out of the folder."""
        with contextlib.suppress(OSError, ValueError, AttributeError, RecursionError):
            names = json.loads(files.read(self._folder / MANIFEST, files.TEXT_LIMIT))
            return {name: value for name, value in names.items() if not {"", ".."} & set(name.split("/"))}
        return {}

    def _remove(self, name: str) -> None:
        """Remove a file of the last time, unless it has been changed, and its folder if that is empty."""
        path = self._folder / name
        with contextlib.suppress(OSError, ValueError):
            if self._digest(path) == self._before[name]:
                files.remove(path)
                files.remove(path.parent)

    def _failure(self, path: Path, error: OSError) -> InputError:
        return InputError(f"{path}: cannot write here ({reason(error)}); name another folder with --out")
