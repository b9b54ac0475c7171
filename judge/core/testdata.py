"""Reads cases from YAML files."""

import itertools
import re
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Final

from judge.core import files
from judge.core import strict_yaml as strict
from judge.core.errors import Faults, InputError, Mark, reason
from judge.core.model import SNAKE_CASE, Case, Generated

FILE_KEYS = ("stdin_file", "stdout_file")
WRITTEN = ("args", "stdin", "stdin_file", "stdout", "stdout_file")  # not in a generated case
EXCLUSIVE = (("stdin", "stdin_file"), ("stdout", "stdout_file"), *(("generate", key) for key in WRITTEN))
OPTIONAL = (*WRITTEN, "generate", "stdout_sha256")
SMALL = 1 << 16  # bytes of input and answer


def load(folder: Path, needs_pins: bool = True) -> tuple[Case, ...]:
    """All cases of a problem: sample.yaml first, then by file name, large ones at the end.

    Small cases come first since their failures are easier to read. Without `needs_pins`, a missing pin
    (`stdout_sha256`) is "".
    """
    paths = sorted(yaml_files(folder), key=lambda path: path.stem != "sample")
    if not paths:
        raise InputError(f"{folder}: no test data; add a file such as sample.yaml")
    readers: strict.Readers = {
        "name": partial(read_name, dict[str, Mark]()),
        "why": strict.word,
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
        cases = itertools.chain(*faults.each(read, paths))
    return tuple(sorted(cases, key=is_large))


def yaml_files(folder: Path) -> list[Path]:
    return [path for path in files.entries(folder) if path.suffix == ".yaml" and not files.is_hidden(path)]


def is_large(case: Case) -> bool:
    """Whether a case tests size: generated, or larger than people read."""
    return case.generated is not None or len(case.stdin) + len(case.stdout) > SMALL


def read_case(node: strict.Node, group: str, needs_pin: bool, readers: strict.Readers) -> Case:
    values = strict.fields(node, "a case", readers, partial(unfit, needs_pin), **dict.fromkeys(OPTIONAL))
    recipe, line = values["generate"], strict.mark(node).line
    generated = Generated(**recipe, stdout_sha256=values["stdout_sha256"] or "") if recipe else None
    stdin, stdout = (values[key] or values[f"{key}_file"] or b"" for key in ("stdin", "stdout"))
    args = values["args"] or ()
    return Case(values["name"], values["why"], group, args, stdin, stdout, line, generated)


def unfit(needs_pin: bool, node: strict.Node, found: strict.Entries) -> Iterator[InputError]:
    """Keys of a case that conflict, or that need one that is missing."""
    for key, other in EXCLUSIVE:
        if key in found and other in found:
            yield strict.mark(found[other][0]).error(f"both '{key}' and '{other}'", "remove one of them")
    for key in ("stdin", "stdout"):
        if not {key, f"{key}_file", "generate"} & found.keys():
            hint = f"add '{key}: |' or '{key}_file: NAME'"
            yield strict.mark(node).error(f"missing key '{key}' in a case", hint)
    if "generate" in found and "stdout_sha256" not in found and needs_pin:
        hint = "let 'judge check --pin' add it"
        yield strict.mark(found["generate"][0]).error("'generate' without 'stdout_sha256'", hint)
    if "stdout_sha256" in found and "generate" not in found:
        yield strict.mark(found["stdout_sha256"][0]).error("'stdout_sha256' without 'generate'", "remove it")


def read_name(seen: dict[str, Mark], node: strict.Node, key: str) -> str:
    """`seen` has the places of earlier names."""
    name, where = NAME(node, key), strict.mark(node)
    if (first := seen.setdefault(name, where)) is not where:
        raise where.error(f"duplicate name '{name}'", f"the first one is in {first.path}:{first.line}")
    return name


def read_arg(node: strict.Node, key: str) -> str:
    if b"\0" in (arg := strict.data(node, key)):
        hint = "remove it; an argument cannot contain one"
        raise strict.mark(node).error(f"'{key}' has a NUL character", hint)
    return arg.decode("utf-8", "surrogateescape")


def read_file(known: dict[Path, bytes], node: strict.Node, key: str) -> bytes:
    """The bytes of a file beside the YAML file, read once; all together are limited, too."""
    name, where = strict.word(node, key), strict.mark(node)
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


NAME: Final = partial(strict.shaped, shape=SNAKE_CASE, what="in snake_case, as in two_records")
DIGITS: Final = "64 hexadecimal digits in lower case, and has {} characters"
SHA256: Final = partial(strict.shaped, shape=re.compile("[0-9a-f]{64}"), what=DIGITS)
RECIPE: strict.Readers = {"seed": partial(strict.whole, least=0), "size": strict.whole}
