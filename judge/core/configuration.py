"""Reads problem.yaml and languages.yaml."""

import itertools
import re
from functools import partial
from pathlib import Path
from typing import Final

from judge.core import files
from judge.core import strict_yaml as strict
from judge.core.errors import Faults, near
from judge.core.languages import PLACEHOLDER
from judge.core.model import MEBIBYTE, MOST_MEBIBYTES, MOST_SECONDS, Language, Problem, wall_limit
from judge.core.strict_yaml import Node, Readers, word
from judge.sandbox import Limits

PYTHON: Final = ("{python}", "{source}")
FILES: Final = ("source", "folder", "stem")
PLACEHOLDERS: Final = (*FILES, "memory", "heap", "python")
LANGUAGES: Final = files.real(files.PACKAGE / "core/languages.yaml")


def problem(root: Path, problem_id: str) -> Problem:
    path = root / "problems" / problem_id / "problem.yaml"
    values = strict.fields(strict.load(path), path.name, PROBLEM, interface="stdin")
    limits, source_limit = values.pop("limits")
    return Problem(root, problem_id, **values, limits=limits, source_limit=source_limit)


def read_limits(node: Node, key: str) -> tuple[Limits, int]:
    """The limits of a program, and of its source in bytes."""
    values = strict.fields(node, key, LIMITS, wall=None, memory=256, output=16, source=50000)
    time, wall, memory, output, source = values.values()
    return Limits(time, wall or wall_limit(time), memory * MEBIBYTE, output * MEBIBYTE), source


def languages(path: Path = LANGUAGES, *others: Language) -> dict[str, Language]:
    """These and other languages, which they may replace, by id.

    Those of a repository choose no folders that are visible.
    """
    readers = LANGUAGE if path is LANGUAGES else {key: LANGUAGE[key] for key in LANGUAGE if key != "folders"}

    def read(name: str) -> Language:
        node = found[name][1]
        values = strict.fields(node, "a language", readers, **Language._field_defaults)
        language = Language(ID(found[name][0], "language"), **values)
        # The sandbox cannot tell what any other program does while it waits to be forked.
        if language.fork and (language.run != PYTHON or language.compile):
            raise strict.mark(node).error("'fork' is only for Python", f"remove it, or run {list(PYTHON)}")
        return language

    with Faults() as faults:
        found = strict.entries(strict.load(path), "the languages", (), faults)
        new = faults.each(read, found)
        languages = {one.id: one for one in (*others, *new)}
        for one, other in itertools.product(new, languages.values()):
            if one.id != other.id and (shared := [*{*one.suffixes} & {*other.suffixes}]):
                what = f"'{shared[0]}' is a suffix of '{other.id}', too"
                hint = f"remove it, or replace the other language: call this one '{other.id}'"
                faults.append(strict.mark(found[one.id][0]).error(what, hint))
    return languages


def read_command(node: Node, key: str) -> tuple[str, ...]:
    """A command whose program is on PATH, or made by the compiler."""
    command = strict.words(node, key)
    named = {name: item for item in strict.items(node, key) for name in PLACEHOLDER.findall(item.value)}
    for name in [name for name in named if name not in PLACEHOLDERS]:
        if meant := near(name.lower(), PLACEHOLDERS, 0.7):  # other braces are the command's own
            raise strict.mark(named[name]).error(f"no placeholder {{{name}}}", f"did you mean {{{meant}}}?")
    if key == "run" and not named.keys() & FILES:
        raise strict.mark(node).error("'run' names no file", "add {source}, or {folder}/{stem}")
    if "/" in command[0].partition("{folder}/")[0]:
        raise strict.mark(node).error("a path as a command", "name a program that is on PATH")
    return command


SECONDS: Final = partial(strict.number, most=MOST_SECONDS)
MIB: Final = partial(strict.whole, most=MOST_MEBIBYTES)
BYTES: Final = partial(strict.whole, most=1 << 30)
ID: Final = partial(strict.shaped, shape=re.compile(r"[\w+-]+"), what="like python")
# It becomes part of a file's name.
SUFFIX: Final = partial(strict.shaped, shape=re.compile(r"\.[\w+-]+"), what="like .py")
INTERFACE: Final = partial(strict.shaped, shape=re.compile("stdin|functions"), what="stdin or functions")
PROBLEM: Readers = {"title": word, "source": word, "interface": INTERFACE, "limits": read_limits}
LIMITS: Readers = {"time": SECONDS, "wall": SECONDS, "memory": MIB, "output": MIB, "source": BYTES}
LANGUAGE: Readers = {
    "title": word,
    "suffixes": partial(strict.words, read=SUFFIX),
    "folders": strict.words,
    **dict.fromkeys(("version", "compile", "check", "run"), read_command),
    **dict.fromkeys(("fork", "main_class"), strict.truth),
}
