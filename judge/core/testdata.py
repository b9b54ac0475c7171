"""Test data: YAML files to cases, or an error with file, line and column."""

import re
from functools import partial
from pathlib import Path

import yaml

from judge.core import files
from judge.core import strict_yaml as strict
from judge.core.errors import Faults, InputError, Mark, reason
from judge.core.model import SNAKE_CASE, Case, Generated
from judge.core.strict_yaml import Fields, Node

WRITTEN = ("args", "stdin", "stdin_file", "stdout", "stdout_file")  # what a generated case has not
KEYS = ("name", "why", *WRITTEN, "generate", "stdout_sha256")
RECIPE = ("seed", "size")
SHA256 = re.compile("[0-9a-f]{64}")
SMALL = 1 << 16  # bytes of input and answer


def load(folder: Path, needs_pins: bool = True) -> tuple[Case, ...]:
    """All cases of a problem: sample.yaml first, then by file name, large ones at the end.

    What a small case catches it explains best. Without `needs_pins`, a missing pin is empty.
    Raises InputError.
    """
    paths = sorted(yaml_files(folder), key=lambda path: path.stem != "sample")
    if not paths:
        raise InputError(f"{folder}: no test data; add a file such as sample.yaml")
    seen: dict[str, Mark] = {}
    cases: list[Case] = []
    with Faults() as faults:
        for path in paths:
            with faults.told():
                for node in strict.items(strict.load(path), "test data"):
                    with faults.told():
                        cases.append(read_case(node, path, seen, needs_pins))
    return tuple(sorted(cases, key=is_large))


def yaml_files(folder: Path) -> list[Path]:
    """The files with cases, by their names. Raises InputError."""
    return [path for path in files.entries(folder) if path.suffix == ".yaml"]


def is_large(case: Case) -> bool:
    """Whether a case is for size: generated, or of more bytes than people read."""
    return case.generated is not None or len(case.stdin) + len(case.stdout) > SMALL


def read_case(node: Node, path: Path, seen: dict[str, Mark], needs_pins: bool) -> Case:
    """The case that a node describes; `seen` has the names before it. Raises InputError."""
    with Faults() as faults:
        fields = Fields(node, "a case", KEYS, faults)
        is_generated = "generate" in fields
        generated = None
        with faults.told():
            generated = read_generated(fields, needs_pins)
        data = {"stdin": b"", "stdout": b""}
        for key in () if is_generated else data:
            with faults.told():
                data[key] = read_data(fields, key, path.parent)
        return Case(
            name=fields.required("name", partial(read_name, seen)),
            why=fields.required("why", strict.word),
            group=path.stem,
            args=fields.optional("args", read_args, ()),
            stdin=data["stdin"],
            stdout=data["stdout"],
            line=fields.mark.line,
            generated=generated,
        )


def read_name(seen: dict[str, Mark], node: Node, key: str) -> str:
    """The name of a case, which must not be among those `seen`. Raises InputError."""
    name = strict.exact_text(node, key)
    where = strict.mark(node)
    if not SNAKE_CASE.fullmatch(name):
        raise where.error(f"the name '{name}' is not snake_case", "write it like two_records")
    strict.word(node, key)
    first = seen.setdefault(name, where)
    if first is not where:
        there = f"line {first.line}" if first.path == where.path else f"{first.path}:{first.line}"
        raise where.error(f"duplicate name '{name}'", f"the first one is in {there}")
    return name


def read_generated(fields: Fields, needs_pin: bool) -> Generated | None:
    """The recipe of a generated case; None for one that is written down. Raises InputError."""
    if "generate" not in fields:
        if "stdout_sha256" in fields:
            raise fields.key_marks["stdout_sha256"].error("'stdout_sha256' without 'generate'", "remove it")
        return None
    for key in WRITTEN:
        if key in fields:
            raise fields.key_marks[key].error(f"both 'generate' and '{key}'", "remove one of them")
    recipe = Fields(fields.node("generate"), "'generate'", RECIPE, fields.faults)
    seed, size = recipe.required("seed", strict.natural), recipe.required("size", strict.integer)
    if "stdout_sha256" not in fields:
        if needs_pin:
            where = fields.key_marks["generate"]
            raise where.error("'generate' without 'stdout_sha256'", "let 'judge check --pin' add it")
        return Generated(seed, size, "")
    pin = strict.exact_text(fields.node("stdout_sha256"), "stdout_sha256")
    if not SHA256.fullmatch(pin):
        where = strict.mark(fields.node("stdout_sha256"))
        hint = f"these are {len(pin)}" if len(pin) != 64 else "write 0 to 9 and a to f, in lower case"
        raise where.error("'stdout_sha256' must be 64 hexadecimal digits", hint)
    fields.required("stdout_sha256", strict.word)
    return Generated(seed, size, pin)


def read_args(node: Node, key: str) -> tuple[str, ...]:
    """Command line arguments. Raises InputError."""
    if not isinstance(node, yaml.SequenceNode):
        raise strict.mark(node).error(f"'{key}' must be a list", 'write it like ["first", "second"]')
    args: list[str] = []
    for item in node.value:
        arg = strict.data(item, key)
        if b"\0" in arg:
            raise strict.mark(item).error(
                f"'{key}' has a NUL character", "remove it; no program can be given one"
            )
        args.append(arg.decode("utf-8", "surrogateescape"))
    return tuple(args)


def read_data(fields: Fields, key: str, folder: Path) -> bytes:
    """The bytes of `stdin` or `stdout`, or of the file that names them. Raises InputError."""
    file_key = f"{key}_file"
    if file_key not in fields:
        if key not in fields:
            raise fields.mark.error(f"missing key '{key}' in a case", f"add '{key}: |' or '{file_key}: NAME'")
        return fields.required(key, strict.data)
    if key in fields:
        raise fields.key_marks[file_key].error(f"both '{key}' and '{file_key}'", "remove one of them")
    name, where = strict.word(fields.node(file_key), file_key), strict.mark(fields.node(file_key))
    if name in (".", "..") or "/" in name:
        raise where.error(f"'{name}' is not beside this file", "name a file in the same folder")
    try:
        return files.read(folder / name)
    except OSError as error:
        what = f"cannot read '{name}': {reason(error)}"
        raise where.error(what, "add the file, or correct its name") from None
