"""Languages: from a file's suffix to the commands that compile and run it (`languages.yaml`)."""

import functools
import os
import shutil
import subprocess
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import NamedTuple

from judge.core import strict_yaml as strict
from judge.core.errors import InputError
from judge.core.strict_yaml import Fields, Node

LANGUAGES = Path(__file__).with_name("languages.yaml")
KEYS = ("title", "suffixes", "version", "folders", "compile", "run", "fork")


class Language(NamedTuple):
    """One language. Its commands hold placeholders; `compile` is empty when there is nothing to do.

    `folders` are those of the compiler that lie in the home folder, which a sandbox hides. With
    `fork`, a run starts a Python that may be started once and forked for each case.
    """

    id: str
    title: str
    suffixes: tuple[str, ...]
    version: tuple[str, ...]
    folders: tuple[str, ...]
    compile: tuple[str, ...]
    run: tuple[str, ...]
    fork: bool


@functools.cache
def load() -> Mapping[str, Language]:
    """Return all languages by suffix. Raises InputError."""
    entries = Fields(strict.load(LANGUAGES), "the languages").entries
    languages = [read_language(name, node) for name, node in entries.items()]
    return {suffix: language for language in languages for suffix in language.suffixes}


def read_language(name: str, node: Node) -> Language:
    """Return the language that a node describes. Raises InputError."""
    fields = Fields(node, f"language '{name}'", KEYS)
    nothing: tuple[str, ...] = ()
    return Language(
        id=name,
        title=fields.required("title", strict.word),
        suffixes=fields.required("suffixes", read_words),
        version=fields.required("version", read_words),
        folders=tuple(map(os.path.expanduser, fields.optional("folders", read_words, nothing))),
        compile=fields.optional("compile", read_words, nothing),
        run=fields.required("run", read_words),
        fork=fields.optional("fork", strict.truth, False),
    )


def read_words(node: Node, key: str) -> tuple[str, ...]:
    """Return a list of words. Raises InputError."""
    return tuple(strict.word(item, key) for item in strict.items(node, f"'{key}'"))


def language_of(path: Path) -> Language:
    """Return the language of a file. Raises InputError when its suffix is unknown."""
    languages = load()
    if path.suffix not in languages:
        known = " ".join(languages)
        raise InputError(f"{path}: unknown language; its suffix must be one of {known}")
    return languages[path.suffix]


def command(language: Language, words: tuple[str, ...], values: Mapping[str, str]) -> list[str]:
    """Return a command ready to run. Raises InputError when its program is not installed."""
    program, *arguments = [fill(word, values) for word in words]
    # A word with a slash is what the compiler has made, or will make.
    found = program if "/" in program else shutil.which(program)
    if found is None:
        raise InputError(f"{language.title} needs '{program}', which is not on PATH; install it")
    return [found, *arguments]


def folders(language: Language, commands: Iterable[tuple[str, ...]]) -> list[str]:
    """Return the folders that must be visible for these commands of a language."""
    needed = [folder for folder in language.folders if Path(folder).is_dir()]
    for words in commands:
        found = shutil.which(words[0]) if words else None
        if found is not None and not any(Path(found).is_relative_to(folder) for folder in needed):
            own = Path(found).resolve().parent
            # A program in bin/ has its libraries beside that, unless the whole home folder is beside it.
            whole = own.name == "bin" and str(own.parent) != os.path.expanduser("~")
            needed.append(str(own.parent if whole else own))
    return needed


def fill(word: str, values: Mapping[str, str]) -> str:
    """Put values into the placeholders of a word."""
    for name, value in values.items():
        word = word.replace("{" + name + "}", value)
    return word


class Interpreter(NamedTuple):
    """A Python and the folder that all of it lies in."""

    path: str
    folder: str


def interpreter(path: str | None) -> Interpreter:
    """Return the Python that runs submissions: by default the judge's own, outside its environment.

    A version manager's shim costs more than Python's own start, so the program behind it is
    looked up. Raises InputError when `path` is no Python.
    """
    if path is None:
        return Interpreter(os.path.realpath(sys.executable), sys.base_prefix)
    script = "import os, sys; print(os.path.realpath(sys.executable)); print(sys.base_prefix)"
    lines = (printed_by([path, "-I", "-c", script]) or "").splitlines()
    if len(lines) != 2:
        raise InputError(f"--python {path}: this is no Python that can be run; name a Python interpreter")
    return Interpreter(*lines)


def version(language: Language, python: str) -> str:
    """Return the first line that the version command of a language prints. Raises InputError."""
    argv = command(language, language.version, {"python": python})
    printed = printed_by(argv)
    if printed is None:
        raise InputError(f"{language.title} needs '{argv[0]}', which cannot be run; repair it")
    return printed.strip().partition("\n")[0]


def printed_by(argv: list[str]) -> str | None:
    """Return what a command prints on stdout or, if that is nothing, stderr; None if it fails."""
    try:
        done = subprocess.run(argv, capture_output=True, text=True, timeout=10, stdin=subprocess.DEVNULL)
    except (OSError, subprocess.TimeoutExpired):
        return None
    return (done.stdout or done.stderr) if done.returncode == 0 else None
