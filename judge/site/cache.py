"""What came of running programs, kept in a folder of the repository by hashes of all that it came from."""

import contextlib
import hashlib
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

from judge.core import languages
from judge.core.errors import InputError
from judge.report.outfile import OutFile

T = TypeVar("T")

FOLDER = ".cache/site"
JUDGE = Path(languages.__file__).parents[1]


def digest(*parts: object) -> str:
    """Return a hash of bytes, and of other values as `repr` writes them."""
    total = hashlib.sha256()
    for part in parts:
        content = part if isinstance(part, bytes) else repr(part).encode("utf-8", "surrogateescape")
        total.update(b"%d:" % len(content))
        total.update(content)
    return total.hexdigest()


def judge_digest() -> str:
    """Return a hash of the modules that decide verdicts and write explanations."""
    paths = [path for part in ("core", "report") for path in sorted((JUDGE / part).glob("*.*"))]
    return digest(*(path.read_bytes() for path in paths))


class Cache:
    """JSON values by their keys."""

    def __init__(self, root: Path) -> None:
        self._folder = root / FOLDER
        # A link would lead to files that are not ours to write and to remove.
        self._is_ours = self._folder.resolve().is_relative_to(root.resolve())
        self._used: set[str] = set()
        self._judge = judge_digest()

    def key(self, *parts: object) -> str:
        """Return the key of what comes of these parts, with this judge."""
        return digest(self._judge, *parts)

    def get(self, key: str, read: Callable[[Any], T]) -> T | None:
        """Return what `read` makes of the value that is kept, None where there is none that it can read."""
        self._used.add(f"{key}.json")
        with contextlib.suppress(OSError, ValueError, TypeError, KeyError, AttributeError, RecursionError):
            return read(json.loads((self._folder / f"{key}.json").read_bytes()))
        return None

    def put(self, key: str, value: object) -> None:
        """Keep a value. Where that is not possible, it is made again."""
        if self._is_ours:
            with contextlib.suppress(OSError, InputError):
                self._folder.mkdir(parents=True, exist_ok=True)
                with OutFile("the cache", str(self._folder / f"{key}.json")) as file:
                    file.write(lambda: json.dumps(value))

    def prune(self) -> None:
        """Remove what nobody has asked for: it came of what is there no longer."""
        if self._is_ours:
            with contextlib.suppress(OSError):
                for path in self._folder.glob("*.json"):
                    if path.name not in self._used:
                        path.unlink()
