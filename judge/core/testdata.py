"""Test data: YAML files to cases, or an error with file, line and column."""

import re
from pathlib import Path

from judge.core import fields as yamlfields
from judge.core import strict_yaml as yamlfile
from judge.core.errors import InputError, Mark
from judge.core.fields import Fields
from judge.core.model import SNAKE_CASE, Case, Generated
from judge.core.strict_yaml import Node

KEYS = (
    *("name", "why", "args", "stdin", "stdin_file", "stdout", "stdout_file"),
    *("generate", "stdout_sha256", "valid"),
)
WRITTEN = KEYS[2:7]  # what a case that is generated has not
SHA256 = re.compile("[0-9a-f]{64}")


def load(folder: Path) -> tuple[Case, ...]:
    """Return all cases of a problem: sample.yaml first, then by file name. Raises InputError."""
    paths = sorted(folder.glob("*.yaml"), key=lambda path: (path.stem != "sample", path.name))
    if not paths:
        raise InputError(f"{folder}: no test data; add a file such as sample.yaml")
    seen: dict[str, Mark] = {}
    return tuple(case for path in paths for case in load_file(path, seen))


def load_file(path: Path, seen: dict[str, Mark] | None = None) -> list[Case]:
    """Return the cases of one file. `seen` collects the names of the problem. Raises InputError."""
    nodes = yamlfields.items(yamlfile.load(path), "test data")
    return [read_case(node, path, {} if seen is None else seen) for node in nodes]


def read_case(node: Node, path: Path, seen: dict[str, Mark]) -> Case:
    """Return the case that a node describes. Raises InputError."""
    fields = Fields(node, "a case", KEYS)
    name_node = fields.node("name")
    name = yamlfields.word(name_node, "name")
    if not SNAKE_CASE.fullmatch(name):
        raise name_node.mark.error(f"the name '{name}' is not snake_case", "write it like two_records")
    if name in seen:
        first = seen[name]
        where = f"line {first.line}" if first.path == path else f"{first.path}:{first.line}"
        raise name_node.mark.error(f"duplicate name '{name}'", f"the first one is in {where}")
    seen[name] = name_node.mark
    generated = read_generated(fields)
    return Case(
        name=name,
        why=yamlfields.word(fields.node("why"), "why"),
        group=path.stem,
        args=fields.optional("args", read_args, ()),
        stdin=b"" if generated else read_data(fields, "stdin", path.parent),
        stdout=b"" if generated else read_data(fields, "stdout", path.parent),
        line=node.mark.line,
        generated=generated,
        valid=fields.optional("valid", yamlfields.truth, True),
    )


def read_generated(fields: Fields) -> Generated | None:
    """Return how a case is generated, None if it is written down. Raises InputError."""
    if "generate" not in fields:
        if "stdout_sha256" in fields:
            raise fields.key_mark("stdout_sha256").error("'stdout_sha256' without 'generate'", "remove it")
        return None
    for key in WRITTEN:
        if key in fields:
            raise fields.key_mark(key).error(f"both 'generate' and '{key}'", "remove one of them")
    recipe = Fields(fields.node("generate"), "'generate'", ("seed", "size"))
    pin = fields.node("stdout_sha256")
    stdout_sha256 = yamlfields.word(pin, "stdout_sha256")
    if not SHA256.fullmatch(stdout_sha256):
        raise pin.mark.error("'stdout_sha256' must be 64 hexadecimal digits", "write them in lower case")
    return Generated(
        seed=yamlfields.integer(recipe.node("seed"), "seed"),
        size=yamlfields.integer(recipe.node("size"), "size"),
        stdout_sha256=stdout_sha256,
    )


def read_args(node: Node, key: str) -> tuple[str, ...]:
    """Return command line arguments. Raises InputError."""
    args: list[str] = []
    if not isinstance(node, yamlfile.Sequence):
        raise node.mark.error(f"'{key}' must be a list", 'write it like ["first", "second"]')
    for item in node.items:
        arg = yamlfields.data(item, key)
        if b"\0" in arg:
            raise item.mark.error(f"'{key}' has a NUL character", "remove it; no program can be given one")
        args.append(arg.decode("utf-8", "surrogateescape"))
    return tuple(args)


def read_data(fields: Fields, key: str, folder: Path) -> bytes:
    """Return the bytes of `stdin` or `stdout`, or of the file that names them. Raises InputError."""
    file_key = f"{key}_file"
    if file_key not in fields:
        if key not in fields:
            raise fields.mark.error(f"missing key '{key}' in a case", f"add '{key}: |' or '{file_key}: NAME'")
        return yamlfields.data(fields.node(key), key)
    if key in fields:
        raise fields.key_mark(file_key).error(f"both '{key}' and '{file_key}'", "remove one of them")
    node = fields.node(file_key)
    name = yamlfields.word(node, file_key)
    if name in (".", "..") or "/" in name:
        raise node.mark.error(f"'{name}' is not beside this file", "name a file in the same folder")
    try:
        return (folder / name).read_bytes()
    except OSError as error:
        reason = (error.strerror or "unreadable").lower()
        raise node.mark.error(
            f"cannot read '{name}': {reason}", "add the file, or correct its name"
        ) from None
