"""Languages: from a file's suffix to the commands that compile and run it (`languages.yaml`)."""

import functools
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from judge.core import files
from judge.core.errors import InputError, advice, reason
from judge.core.model import Language
from judge.sandbox import needed, needed_by_python, own_python

DESCRIBE = (
    "import os, sys; sys.version_info < (3, 6) and sys.exit('this is Python %d.%d' % sys.version_info[:2]); "
    "print(os.path.realpath(sys.executable) if sys.prefix == sys.base_prefix else sys.executable); "
    "print(sys.base_prefix); print(os.path.dirname(os.__file__)); print(sys.prefix); "
    "print(' '.join(sys.version.split()))"
)
VERSION = re.compile(r"[0-9]+(\.[0-9]+)+")
PLACEHOLDER = re.compile(r"\{(\w+)\}")  # in a command
OWN = "languages.yaml"  # at the root of a repository: adds or replaces languages


@functools.cache
def load(root: Path | None = None) -> Mapping[str, Language]:
    """All languages by suffix, with those of a repository."""
    from judge.core import formats  # reads YAML: while the sandbox starts

    found = formats.languages()
    if root is not None and files.exists(root / OWN):
        found = formats.languages(root / OWN, *found.values())
    return {suffix: language for language in found.values() for suffix in language.suffixes}


def known(path: Path, root: Path | None = None) -> Language | None:
    """The language of a file by its suffix, also in capitals."""
    languages = load(root)
    return languages.get(path.suffix) or languages.get(path.suffix.lower())


def language_of(path: Path, root: Path | None = None, language_id: str | None = None) -> Language:
    """The named language, else that of the file's suffix."""
    languages = {one.id: one for one in load(root).values()}
    if language_id is not None and language_id not in languages:
        raise InputError(f"no language '{language_id}'; {advice(language_id, languages)}")
    found = languages[language_id] if language_id is not None else known(path, root)
    if found is None:
        hint = f"its suffix must be one of {' '.join(load(root))}; a {OWN} can add others"
        raise InputError(f"{path}: unknown language; {hint}")
    return found


def command(language: Language, words: tuple[str, ...], values: Mapping[str, str]) -> tuple[str, ...]:
    """A command, which may be empty, with values for its placeholders, and its program looked up on PATH."""
    if not words:
        return ()
    # Once: a value may look like a placeholder itself.
    words = tuple(PLACEHOLDER.sub(lambda found: values.get(found[1], found[0]), word) for word in words)
    # A word with a slash is a compiled program, which may still be missing.
    found = words[0] if "/" in words[0] else shutil.which(words[0])
    if found is None:
        raise InputError(f"{language.title} needs '{words[0]}', which is not on PATH; install it")
    return (found, *words[1:])


def folders(language: Language, command: tuple[str, ...]) -> tuple[str, ...]:
    """The folders that must be visible for a command of a language."""
    found = shutil.which(command[0]) if command else None
    return needed(found, [*map(os.path.expanduser, language.folders)]) if found is not None else ()


class Interpreter(NamedTuple):
    """A Python, and the folders that must be visible for it.

    Packages of a virtual environment may run code when it starts, and leave open what a copy would share.
    """

    path: str
    folders: tuple[str, ...]
    version: str
    is_virtual: bool = False


def interpreter(path: str | None) -> Interpreter:
    """The Python that runs submissions: by default the judge's own, outside its environment.

    `path` may be a version, or lie in a virtual environment, whose packages programs may then import. If it
    is a version manager's shim, the real interpreter behind it is used: shims are slow.
    """
    if path is None:
        return Interpreter(*own_python(), sys.version)
    try:
        name = f"python{path}" if VERSION.fullmatch(path) else path
        words = [str(Path(path).absolute()) if "/" in path else name, "-"]
        # Without what programs lack, too; with a PYTHONPATH, Python may import modules next to a submission.
        kept = [name for name in os.environ if not name.startswith(("LD_LIBRARY_PATH", "PYTHON"))]
        env = {name: os.environ[name] for name in kept}
        done = subprocess.run(words, capture_output=True, timeout=10, input=DESCRIBE.encode(), env=env)
        lines = done.stdout.decode("utf-8", "surrogateescape").splitlines()
        if done.returncode == 0 and len(lines) == 5:
            found, base, library, prefix, version = lines
            places = needed_by_python(found, base, library, prefix)
            return Interpreter(found, places, version, is_virtual=prefix != base)
        said = done.stderr.decode("utf-8", "backslashreplace").strip().splitlines() or ["it is not Python"]
        what = said[-1 if said[0].startswith("Traceback") else 0]
    except OSError as error:
        what = reason(error)
    except subprocess.TimeoutExpired:
        what = "it does not finish"
    raise InputError(f"--python {path}: {what}; name a Python interpreter, 3.6 or newer")
