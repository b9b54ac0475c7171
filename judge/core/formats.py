"""From YAML to data: problem.yaml, languages.yaml and the cases of test data."""

import itertools
import re
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Final

from judge.core import files, model
from judge.core import strict_yaml as strict
from judge.core.errors import Faults, InputError, Mark, near, reason
from judge.core.languages import PLACEHOLDER
from judge.core.model import MEBIBYTE, SNAKE_CASE, Case, Generated, Language, Problem
from judge.core.strict_yaml import Node, Readers, mark, word
from judge.sandbox import Limits

PYTHON: Final = ("{python}", "{source}")
FILES: Final = ("source", "folder", "stem")
PLACEHOLDERS: Final = (*FILES, "memory", "heap", "python")
LANGUAGES: Final = files.real(files.PACKAGE / "core/languages.yaml")
FILE_KEYS = ("stdin_file", "stdout_file")
WRITTEN = ("args", "stdin", "stdin_file", "stdout", "stdout_file")  # not in a generated case
EXCLUSIVE = (("stdin", "stdin_file"), ("stdout", "stdout_file"), *(("generate", key) for key in WRITTEN))
OPTIONAL = (*WRITTEN, "generate", "stdout_sha256")
SMALL = 1 << 16  # bytes of input and answer


def problem(root: Path, problem_id: str) -> Problem:
    path = root / "problems" / problem_id / "problem.yaml"
    values = strict.fields(strict.load(path), path.name, PROBLEM, interface="stdin")
    limits, source_limit = values.pop("limits")
    return Problem(root, problem_id, **values, limits=limits, source_limit=source_limit)


def read_limits(node: Node, key: str) -> tuple[Limits, int]:
    """The limits of a program, and of its source in bytes."""
    values = strict.fields(node, key, LIMITS, wall=None, memory=256, output=16, source=50000)
    time, wall, memory, output, source = values.values()
    return Limits(time, wall or model.wall_limit(time), memory * MEBIBYTE, output * MEBIBYTE), source


def languages(path: Path = LANGUAGES, *others: Language) -> dict[str, Language]:
    """These and other languages, which they may replace, by id; only the judge's choose visible folders."""
    readers = LANGUAGE if path is LANGUAGES else {key: LANGUAGE[key] for key in LANGUAGE if key != "folders"}

    def read(name: str) -> Language:
        node = found[name][1]
        values = strict.fields(node, "a language", readers, **Language._field_defaults)
        language = Language(ID(found[name][0], "language"), **values)
        # The sandbox cannot tell what any other program does while it waits to be forked.
        if language.fork and (language.run != PYTHON or language.compile):
            raise mark(node).error("'fork' is only for Python", f"remove it, or run {list(PYTHON)}")
        return language

    with Faults() as faults:
        found = strict.entries(strict.load(path), "the languages", (), faults)
        languages = {one.id: one for one in (*others, *faults.each(read, found))}
        owners = dict[str, Language]()  # by suffix
        for one in sorted(languages.values(), key=lambda language: language.id in found):  # new ones last
            for suffix in one.suffixes:
                if (other := owners.setdefault(suffix, one)) is not one:
                    what = f"'{suffix}' is a suffix of '{other.id}', too"
                    hint = f"remove it, or replace the other language: call this one '{other.id}'"
                    faults.append(mark(found[one.id][0]).error(what, hint))
    return languages


def read_command(node: Node, key: str) -> tuple[str, ...]:
    """A command whose program is on PATH, or made by the compiler."""
    command = strict.words(node, key)
    named = {name: item for item in strict.items(node, key) for name in PLACEHOLDER.findall(item.value)}
    for name in [name for name in named if name not in PLACEHOLDERS]:
        if meant := near(name.lower(), PLACEHOLDERS, 0.7):  # other braces are the command's own
            raise mark(named[name]).error(f"no placeholder {{{name}}}", f"did you mean {{{meant}}}?")
    if key == "run" and not named.keys() & FILES:
        raise mark(node).error("'run' names no file", "add {source}, or {folder}/{stem}")
    if "/" in command[0].partition("{folder}/")[0]:
        raise mark(node).error("a path as a command", "name a program that is on PATH")
    return command


def cases(folder: Path, needs_pins: bool = True) -> tuple[Case, ...]:
    """All cases of a problem: sample.yaml first, then by file name, large ones at the end.

    Small cases come first since their failures are easier to read. Without `needs_pins`, a missing pin
    (`stdout_sha256`) is "".
    """
    paths = sorted(yaml_files(folder), key=lambda path: path.stem != "sample")
    if not paths:
        raise InputError(f"{folder}: no test data; add a file such as sample.yaml")
    readers: Readers = {
        "name": partial(read_name, dict[str, Mark]()),
        "why": word,
        "args": partial(strict.words, read=read_arg, least=0),
        **dict.fromkeys(("stdin", "stdout"), strict.data),
        **dict.fromkeys(FILE_KEYS, partial(read_file, dict[Path, bytes]())),
        "generate": partial(strict.fields, readers=RECIPE),
        "stdout_sha256": SHA256,
    }

    def read(path: Path) -> list[Case]:
        nodes = strict.items(strict.load(path), "test data")
        return faults.each(lambda node: read_case(node, path.stem, needs_pins, readers), nodes)

    with Faults() as faults:
        found = itertools.chain(*faults.each(read, paths))
    return tuple(sorted(found, key=is_large))


def yaml_files(folder: Path) -> list[Path]:
    return [path for path in files.entries(folder) if path.suffix == ".yaml" and not files.is_hidden(path)]


def is_large(case: Case) -> bool:
    """Whether a case tests size: generated, or larger than people read."""
    return case.generated is not None or len(case.stdin) + len(case.stdout) > SMALL


def read_case(node: Node, group: str, needs_pin: bool, readers: Readers) -> Case:
    values = strict.fields(node, "a case", readers, partial(unfit, needs_pin), **dict.fromkeys(OPTIONAL))
    recipe, line = values["generate"], mark(node).line
    generated = Generated(**recipe, stdout_sha256=values["stdout_sha256"] or "") if recipe else None
    stdin, stdout = (values[key] or values[f"{key}_file"] or b"" for key in ("stdin", "stdout"))
    return Case(values["name"], values["why"], group, values["args"] or (), stdin, stdout, line, generated)


def unfit(needs_pin: bool, node: Node, found: strict.Entries) -> Iterator[InputError]:
    """Keys of a case that conflict, or that need one that is missing."""
    for key, other in EXCLUSIVE:
        if key in found and other in found:
            yield mark(found[other][0]).error(f"both '{key}' and '{other}'", "remove one of them")
    for key in ("stdin", "stdout"):
        if not {key, f"{key}_file", "generate"} & found.keys():
            yield mark(node).error(f"missing key '{key}' in a case", f"add '{key}: |' or '{key}_file: NAME'")
    if "generate" in found and "stdout_sha256" not in found and needs_pin:
        hint = "let 'judge check --pin' add it"
        yield mark(found["generate"][0]).error("'generate' without 'stdout_sha256'", hint)
    if "stdout_sha256" in found and "generate" not in found:
        yield mark(found["stdout_sha256"][0]).error("'stdout_sha256' without 'generate'", "remove it")


def read_name(seen: dict[str, Mark], node: Node, key: str) -> str:
    """`seen` has the places of earlier names."""
    name, where = NAME(node, key), mark(node)
    if (first := seen.setdefault(name, where)) is not where:
        raise where.error(f"duplicate name '{name}'", f"the first one is in {first.path}:{first.line}")
    return name


def read_arg(node: Node, key: str) -> str:
    if b"\0" in (arg := strict.data(node, key)):
        raise mark(node).error(f"'{key}' has a NUL character", "remove it; an argument cannot contain one")
    return arg.decode("utf-8", "surrogateescape")


def read_file(known: dict[Path, bytes], node: Node, key: str) -> bytes:
    """The bytes of a file beside the YAML file, read once; all together are limited, too."""
    name, where = word(node, key), mark(node)
    if name in (".", "..") or "/" in name:
        raise where.error(f"'{name}' is not in the folder of this file", "name a file in the same folder")
    path = where.path.parent / name
    try:
        if path not in known:
            known[path] = files.read(path, files.DATA_LIMIT - sum(map(len, known.values())))
        return known[path]
    except OSError as error:
        hint = "add the file, or correct its name"
        raise where.error(f"cannot read '{name}': {reason(error)}", hint) from None


SECONDS: Final = partial(strict.number, most=model.MOST_SECONDS)
MIB: Final = partial(strict.whole, most=model.MOST_MEBIBYTES)
BYTES: Final = partial(strict.whole, most=1 << 30)
ID: Final = partial(strict.shaped, shape=re.compile(r"[\w+-]+"), what="like python")
# It becomes part of a file's name.
SUFFIX: Final = partial(strict.shaped, shape=re.compile(r"\.[\w+-]+"), what="like .py")
INTERFACE: Final = partial(strict.shaped, shape=re.compile("stdin|functions"), what="stdin or functions")
PROBLEM: Readers = {"title": word, "source": word, "interface": INTERFACE, "limits": read_limits}
LIMITS: Readers = {"time": SECONDS, "wall": SECONDS, "memory": MIB, "output": MIB, "source": BYTES}
LANGUAGE: Readers = {
    "title": word,
    "file": ID,
    "suffixes": partial(strict.words, read=SUFFIX),
    "folders": strict.words,
    **dict.fromkeys(("version", "compile", "check", "run"), read_command),
    **dict.fromkeys(("fork", "main_class"), strict.truth),
}
NAME: Final = partial(strict.shaped, shape=SNAKE_CASE, what="in snake_case, as in two_records")
DIGITS: Final = "64 hexadecimal digits in lower case, and has {} characters"
SHA256: Final = partial(strict.shaped, shape=re.compile("[0-9a-f]{64}"), what=DIGITS)
RECIPE: Readers = {"seed": partial(strict.whole, least=0), "size": strict.whole}
