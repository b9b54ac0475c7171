"""Languages: from a file's suffix to the commands that compile and run it (`languages.yaml`)."""

import functools
import re
import shutil
import subprocess
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from judge.core.errors import InputError, reason
from judge.core.model import Language
from judge.sandbox import needed, needed_by_python, own_python

OLDEST = (3, 6)
DESCRIBE = (
    "import os, sys; print('%d.%d' % sys.version_info[:2]); "
    "print(os.path.realpath(sys.executable)); print(sys.base_prefix); print(os.path.dirname(os.__file__))"
)
OWN = "languages.yaml"  # at the root of a repository: adds or replaces languages


@functools.cache
def load(root: Path | None = None) -> Mapping[str, Language]:
    """All languages by suffix, with those of a repository. Raises InputError."""
    from judge.core import configuration  # reads YAML: while the sandbox starts

    found = configuration.languages()
    if root is not None and (root / OWN).exists():
        found |= configuration.languages(root / OWN)
    return {suffix: language for language in found.values() for suffix in language.suffixes}


def language_of(path: Path, root: Path | None = None) -> Language:
    """The language of a file in a repository. Raises InputError when its suffix is unknown."""
    languages = load(root)
    if path.suffix not in languages:
        known = " ".join(languages)
        raise InputError(f"{path}: unknown language; its suffix must be one of {known}")
    return languages[path.suffix]


def is_installed(language: Language) -> bool:
    """Whether this machine can run programs in a language."""
    return language.id == "python" or shutil.which(language.version[0]) is not None


def command(language: Language, words: tuple[str, ...], values: Mapping[str, str]) -> tuple[str, ...]:
    """A command with values for its placeholders. Raises InputError when its program is not installed."""
    for name, value in values.items():
        words = tuple(word.replace("{" + name + "}", value) for word in words)
    program = words[0]
    # A word with a slash is what the compiler has made, or will make.
    found = program if "/" in program else shutil.which(program)
    if found is None:
        raise InputError(f"{language.title} needs '{program}', which is not on PATH; install it")
    return (found, *words[1:])


def folders(language: Language, command: tuple[str, ...]) -> tuple[str, ...]:
    """What must be visible for a command of a language."""
    found = shutil.which(command[0]) if command else None
    return needed(found, language.folders) if found is not None else ()


class Interpreter(NamedTuple):
    """A Python, and the folders that must be visible for it."""

    path: str
    folders: tuple[str, ...]


def interpreter(path: str | None) -> Interpreter:
    """The Python that runs submissions: by default the judge's own, outside its environment.

    A version manager's shim costs more than Python's own start, so the program behind it is
    looked up. Raises InputError when `path` is no Python.
    """
    if path is None:
        return Interpreter(*own_python())
    what = "this is no Python that can be run"
    try:
        # Not from here: Python would import what lies beside a submission.
        words = [str(Path(path).absolute()) if "/" in path else path, "-c", DESCRIBE]
        done = subprocess.run(words, capture_output=True, timeout=10, stdin=subprocess.DEVNULL, cwd="/")
        version, *lines = done.stdout.decode("utf-8", "surrogateescape").splitlines() or [""]
        said = done.stderr.decode("utf-8", "backslashreplace").strip().splitlines() or [""]
        complaint = said[-1 if said[0].startswith("Traceback") else 0]
        if re.fullmatch(r"[0-9]+\.[0-9]+", version) and tuple(map(int, version.split("."))) < OLDEST:
            what = f"this is Python {version}"
        elif done.returncode or len(lines) != 3:
            what += f" ({complaint})" if complaint else ""
        else:
            return Interpreter(lines[0], needed_by_python(*lines))
    except OSError as error:
        what += f" ({reason(error)})"
    except subprocess.TimeoutExpired:
        what += " (it does not end)"
    raise InputError(f"--python {path}: {what}; name a Python interpreter, 3.6 or newer")
