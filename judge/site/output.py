"""The folder of the pages: written file by file; what others have put there is not touched."""

import contextlib
import hashlib
import json
import os
from pathlib import Path

from judge.core.errors import InputError, reason
from judge.core.repository import Repository

MANIFEST = ".judge-site.json"


class Output:
    """Files in a folder. Whatever ends the writing, it is noted which of them are ours."""

    def __init__(self, folder: Path, repository: Repository) -> None:
        """Make the folder, unless it is one that the pages are made from. Raises InputError."""
        self._folder = folder
        self._written: dict[str, str] = {}
        for name in ("problems", "solutions", "testdata"):
            if folder.resolve().is_relative_to((repository.root / name).resolve()):
                raise InputError(f"--out {folder}: this is inside '{name}'; choose another folder")
        try:
            folder.mkdir(parents=True, exist_ok=True)
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
            (self._folder / MANIFEST).write_text(json.dumps(ours, indent=0) + "\n", encoding="utf-8")

    def write(self, name: str, content: bytes) -> None:
        """Write a file, unless it is there as it should be. Raises InputError, also for somebody else's."""
        path = self._folder / name
        try:
            known = path.read_bytes() if path.is_file() else None
            if known != content:
                self._demand_ours(name, path)
                path.parent.mkdir(parents=True, exist_ok=True)
                draft = path.with_name(f".{path.name}.{os.getpid()}")
                draft.write_bytes(content)
                draft.replace(path)
        except OSError as error:
            raise self._failure(path, error) from None
        self._written[name] = hashlib.sha256(content).hexdigest()

    def _read_manifest(self) -> dict[str, str]:
        """Return the hashes of the files that were written the last time."""
        with contextlib.suppress(OSError, ValueError, AttributeError, RecursionError):
            names = json.loads((self._folder / MANIFEST).read_bytes())
            return {str(name): str(value) for name, value in names.items()}
        return {}

    def _remove(self, name: str) -> None:
        """Remove a file of the last time, unless it has been changed, and its folder if that is empty."""
        path = self._folder / name
        with contextlib.suppress(OSError, ValueError):
            digest = hashlib.sha256(path.read_bytes()).hexdigest()
            if self._is_inside(path) and digest == self._before[name]:
                path.unlink()
                path.parent.rmdir()

    def _is_inside(self, path: Path) -> bool:
        """Tell whether a path leads out of the folder neither by its words nor by links."""
        return path.parent.resolve().is_relative_to(self._folder.resolve())

    def _demand_ours(self, name: str, path: Path) -> None:
        """Make sure that nobody else's file would be lost. Raises InputError."""
        is_there = path.exists() or path.is_symlink()
        if not self._is_inside(path) or (is_there and name not in self._before):
            what = "this is not a file that judge site has written"
            raise InputError(f"{path}: {what}; remove it, or name another folder with --out")

    def _failure(self, path: Path, error: OSError) -> InputError:
        return InputError(f"{path}: cannot write here ({reason(error)}); name another folder with --out")
