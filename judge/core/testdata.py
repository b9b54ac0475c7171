"""Reads cases from YAML files."""

import re
from functools import partial
from pathlib import Path

import yaml

from judge.core import files
from judge.core import strict_yaml as strict
from judge.core.errors import Faults, InputError, Mark, reason
from judge.core.model import SNAKE_CASE, Case, Generated
from judge.core.strict_yaml import Fields, Node

WRITTEN = ("args", "stdin", "stdin_file", "stdout", "stdout_file")  # not in a generated case
KEYS = ("name", "why", *WRITTEN, "generate", "stdout_sha256")
RECIPE = ("seed", "size")
SHA256 = re.compile("[0-9a-f]{64}")
SMALL = 1 << 16  # bytes of input and answer


def load(folder: Path, needs_pins: bool = True) -> tuple[Case, ...]:
    """All cases of a problem: sample.yaml first, then by file name, large ones at the end.

    Small cases come first since their failures are easier to read. Without `needs_pins`, a missing pin is "".
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
    return [path for path in files.entries(folder) if path.suffix == ".yaml"]


def is_large(case: Case) -> bool:
    """Whether a case is for size: generated, or of more bytes than people read."""
    return case.generated is not None or len(case.stdin) + len(case.stdout) > SMALL


def read_case(node: Node, path: Path, seen: dict[str, Mark], needs_pins: bool) -> Case:
    """`seen` has the names of earlier cases."""
    with Faults() as faults:
        fields = Fields(node, "a case", KEYS, faults)
        generated, data = None, {"stdin": b"", "stdout": b""}
        with faults.told():
            generated = read_generated(fields, needs_pins)
        for key in () if "generate" in fields else data:
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
    name, where = strict.exact_text(node, key), strict.mark(node)
    if not SNAKE_CASE.fullmatch(name):
        raise where.error(f"the name '{name}' is not snake_case", "write it like two_records")
    strict.word(node, key)
    first = seen.setdefault(name, where)
    if first is not where:
        there = f"line {first.line}" if first.path == where.path else f"{first.path}:{first.line}"
        raise where.error(f"duplicate name '{name}'", f"the first one is in {there}")
    return name


def read_generated(fields: Fields, needs_pin: bool) -> Generated | None:
    """The recipe of a generated case; None for one that is written down."""
    marks = fields.key_marks
    if "generate" not in fields:
        if "stdout_sha256" in fields:
            raise marks["stdout_sha256"].error("'stdout_sha256' without 'generate'", "remove it")
        return None
    for key in WRITTEN:
        if key in fields:
            raise marks[key].error(f"both 'generate' and '{key}'", "remove one of them")
    recipe = Fields(fields.node("generate"), "'generate'", RECIPE, fields.faults)
    seed, size = recipe.required("seed", strict.natural), recipe.required("size", strict.integer)
    if needs_pin and "stdout_sha256" not in fields:
        hint = "let 'judge check --pin' add it"
        raise marks["generate"].error("'generate' without 'stdout_sha256'", hint)
    return Generated(seed, size, fields.optional("stdout_sha256", read_pin, ""))


def read_pin(node: Node, key: str) -> str:
    pin = strict.exact_text(node, key)
    if not SHA256.fullmatch(pin):
        hint = f"these are {len(pin)}" if len(pin) != 64 else "write 0 to 9 and a to f, in lower case"
        raise strict.mark(node).error(f"'{key}' must be 64 hexadecimal digits", hint)
    return strict.word(node, key)


def read_args(node: Node, key: str) -> tuple[str, ...]:
    if not isinstance(node, yaml.SequenceNode):
        raise strict.mark(node).error(f"'{key}' must be a list", 'write it like ["first", "second"]')
    args = [strict.data(item, key) for item in node.value]
    for item, arg in zip(node.value, args, strict=True):
        if b"\0" in arg:
            hint = "remove it; no program can be given one"
            raise strict.mark(item).error(f"'{key}' has a NUL character", hint)
    return tuple(arg.decode("utf-8", "surrogateescape") for arg in args)


def read_data(fields: Fields, key: str, folder: Path) -> bytes:
    """The bytes of `stdin` or `stdout`, or of the file that `stdin_file` or `stdout_file` names."""
    file_key = f"{key}_file"
    if file_key not in fields:
        if key not in fields:
            raise fields.mark.error(f"missing key '{key}' in a case", f"add '{key}: |' or '{file_key}: NAME'")
        return fields.required(key, strict.data)
    if key in fields:
        raise fields.key_marks[file_key].error(f"both '{key}' and '{file_key}'", "remove one of them")
    node = fields.node(file_key)
    name, where = strict.word(node, file_key), strict.mark(node)
    if name in (".", "..") or "/" in name:
        raise where.error(f"'{name}' is not beside this file", "name a file in the same folder")
    try:
        return files.read(folder / name)
    except OSError as error:
        hint = "add the file, or correct its name"
        raise where.error(f"cannot read '{name}': {reason(error)}", hint) from None
