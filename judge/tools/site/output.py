"""The folder of the pages: written file by file, and nothing touched that somebody else has put there."""

import contextlib
import hashlib
import json
import os
from pathlib import Path, PurePosixPath

from judge.core.errors import InputError, reason
from judge.core.problems import Repository

MANIFEST = ".judge-site.json"


class Output:
    """Files in a folder; `finish` removes those of the last time that are no longer written."""

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

    def write(self, name: str, content: bytes) -> None:
        """Write a file, unless it is there as it should be. Raises InputError, also for somebody else's."""
        path = self._folder / name
        try:
            known = path.read_bytes() if path.is_file() else None
            if known is None or name not in self._before:
                self._demand_ours(name, path, known, content)
            self._written[name] = hashlib.sha256(content).hexdigest()
            if known == content:
                return
            path.parent.mkdir(parents=True, exist_ok=True)
            draft = path.with_name(f".{path.name}.{os.getpid()}")
            draft.write_bytes(content)
            draft.replace(path)
        except OSError as error:
            raise self._failure(path, error) from None

    def finish(self) -> None:
        """Remove what was written the last time and not now, unless it has been changed since."""
        for name in sorted(self._before.keys() - self._written):
            path = self._folder / name
            with contextlib.suppress(OSError):
                if hashlib.sha256(path.read_bytes()).hexdigest() == self._before[name]:
                    path.unlink()
                    path.parent.rmdir()  # unless something else is in it
        self.note()

    def note(self) -> None:
        """Write down which files are ours, those of the last time that are still there among them."""
        names = {**self._before, **self._written}
        ours = {name: names[name] for name in sorted(names) if (self._folder / name).is_file()}
        self._before = ours
        self._written.pop(MANIFEST, None)
        content = json.dumps(ours, indent=0) + "\n"
        with contextlib.suppress(OSError):
            (self._folder / MANIFEST).write_text(content, encoding="utf-8")

    def _read_manifest(self) -> dict[str, str]:
        """Return the hashes of the files that were written the last time, all inside the folder."""
        with contextlib.suppress(OSError, ValueError, TypeError, AttributeError):
            names = json.loads((self._folder / MANIFEST).read_bytes())
            return {name: str(value) for name, value in names.items() if self._is_inside(name)}
        return {}

    def _is_inside(self, name: str) -> bool:
        plain = PurePosixPath(name)
        return not plain.is_absolute() and ".." not in plain.parts

    def _demand_ours(self, name: str, path: Path, known: bytes | None, content: bytes) -> None:
        """Make sure that nobody else's file would be lost. Raises InputError."""
        inside = path.parent.resolve().is_relative_to(self._folder.resolve())
        if not inside or ((path.exists() or path.is_symlink()) and known != content):
            what = "this is not a file that judge site has written"
            raise InputError(f"{path}: {what}; remove it, or name another folder with --out")

    def _failure(self, path: Path, error: OSError) -> InputError:
        return InputError(f"{path}: cannot write here ({reason(error)}); name another folder with --out")
