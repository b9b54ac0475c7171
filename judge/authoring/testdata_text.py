"""Test data as text: what YAML drops in silence, files that it names; pins and found cases are added."""

import base64
import itertools
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple

import yaml

from judge.core import strict_yaml as strict
from judge.core import testdata
from judge.core.errors import Mark
from judge.core.model import Case, Generated, Problem
from judge.core.strict_yaml import Fields
from judge.report.outfile import OutFile

FILE_KEYS = ("stdin_file", "stdout_file")
PIN = "stdout_sha256"
FOUND = "found.yaml"  # cases that stress has found
WHY = "found by stress; say here which mistake it catches"
ABOUT = "# Inputs that judge stress has found, each the smallest that shows a mistake.\n"
SCHEMAS = Path(__file__).parents[1] / "schemas"
OWN_SCHEMAS = "judge/schemas"  # where the judge is part of the repository
COPIED_SCHEMAS = ".schemas"  # elsewhere: the path of an installed judge would be that of one machine


def schema_folder(root: Path) -> str | None:
    """The folder of a repository that editors find schemas in, as a path from its root."""
    return next((name for name in (OWN_SCHEMAS, COPIED_SCHEMAS) if (root / name).is_dir()), None)


def copied_schemas() -> dict[Path, bytes]:
    """Copies of the schemas, by their paths from the root of a repository."""
    return {COPIED_SCHEMAS / path.relative_to(SCHEMAS): path.read_bytes() for path in SCHEMAS.glob("*.json")}


class Written(NamedTuple):
    """A case as it stands in a file."""

    path: Path
    is_flow: bool  # in braces
    fields: Fields


class Insertion(NamedTuple):
    """Text to be added to a file in front of a line (from 0) and a column."""

    line: int
    column: int
    text: str


def cases(path: Path) -> Iterator[Written]:
    """Yield the cases of a file. Raises InputError."""
    for node in strict.items(strict.load(path), "test data"):
        fields = Fields(node, "a case", testdata.KEYS)
        assert isinstance(node, yaml.MappingNode)
        yield Written(path, bool(node.flow_style), fields)


def files(problem: Problem) -> list[Path]:
    """Return the YAML files of a problem's test data."""
    return sorted(problem.test_data.glob("*.yaml"))


def plain(problem: Problem) -> tuple[Case, ...]:
    """Return the cases that are not generated; generated ones may lack their pins. Raises InputError."""
    seen: dict[str, Mark] = {}
    return tuple(
        testdata.read_case(node, path, problem.root, seen)
        for path in files(problem)
        for node in strict.items(strict.load(path, problem.root), "test data")
        if "generate" not in Fields(node, "a case", testdata.KEYS)
    )


def lacks_pins(problem: Problem) -> bool:
    """Tell whether a generated case has no pin. Raises InputError."""
    return any(lacks_pin(case) for path in files(problem) for case in cases(path))


def lacks_pin(case: Written) -> bool:
    """Tell whether a case is generated and has no pin."""
    return "generate" in case.fields and PIN not in case.fields


def used_files(problem: Problem) -> set[str]:
    """Return the names of the files that cases name as their data. Raises InputError."""
    return {
        case.fields.required(key, strict.word)
        for path in files(problem)
        for case in cases(path)
        for key in FILE_KEYS
        if key in case.fields
    }


def cut_reasons(problem: Problem) -> Iterator[str]:
    """Yield a fault for each `why` whose end YAML takes for a comment. Raises InputError."""
    for path in files(problem):
        lines = path.read_text(encoding="utf-8").split("\n")
        for case in cases(path):
            node = case.fields.node("why")
            end = node.end_mark
            if strict.is_plain(node) and lines[end.line][end.column :].lstrip().startswith("#"):
                yield (
                    f"{problem.shown(path)}:{end.line + 1}:{end.column + 1}: the rest of 'why' is a comment "
                    f"for YAML; write the whole text in double quotes"
                )


def pin(problem: Problem, digest: Callable[[Generated], str]) -> Iterator[str]:
    """Add the pins that are missing to generated cases, and nothing else; yield what was done.

    `digest` returns the hash of the answer. Raises InputError.
    """
    for path in files(problem):
        missing = [case for case in cases(path) if lacks_pin(case)]
        if not missing:
            continue
        insertions = []
        for case in missing:
            recipe = Fields(case.fields.node("generate"), "'generate'", testdata.RECIPE)
            seed, size = (recipe.required("seed", strict.natural), recipe.required("size", strict.integer))
            insertions.append(insertion(case, f"{PIN}: {digest(Generated(seed, size, ''))}"))
        text = inserted(path.read_text(encoding="utf-8"), insertions)
        with OutFile("--pin", str(path)) as output:
            output.write(partial(str, text))
        for case in missing:
            yield f"{problem.shown(path)}: added the pin of '{case.fields.required('name', strict.word)}'"


def insertion(case: Written, entry: str) -> Insertion:
    """Return where and how an entry is added to a case: behind `generate`."""
    recipe = case.fields.node("generate")
    assert isinstance(recipe, yaml.MappingNode)
    end = recipe.end_mark if recipe.flow_style else recipe.value[-1][1].end_mark
    if case.is_flow:
        return Insertion(end.line, end.column, f", {entry}")
    indent = " " * (case.fields.key_marks["generate"].column - 1)
    return Insertion(end.line + 1, 0, f"{indent}{entry}\n")


def inserted(text: str, insertions: list[Insertion]) -> str:
    """Return a text with insertions, which are in the order of their places."""
    lines = text.splitlines(keepends=True)
    if not text.endswith("\n"):
        lines[-1] += "\n"
    for line, column, addition in reversed(insertions):
        if line == len(lines):
            lines.append("")
        lines[line] = lines[line][:column] + addition + lines[line][column:]
    return "".join(lines)


def save_found(problem: Problem, case: Case) -> str:
    """Add a case behind those that are there, unless one has the same input; say so. Raises InputError."""
    path = problem.test_data / FOUND
    known = testdata.load(path.parent)
    for other in known:
        if (other.args, other.stdin) == (case.args, case.stdin) and other.generated is None:
            return f"nothing added: '{other.name}' in {path.parent / other.group}.yaml has this input"
    names = {other.name for other in known}
    name = next(name for number in itertools.count(1) if (name := f"found_{number}") not in names)
    before = path.read_text(encoding="utf-8") if path.exists() else header(problem)
    # An empty line would become part of a block that keeps those at its end.
    gap = "" if "|+" in before else "\n"
    with OutFile("--save", str(path)) as file:
        file.write(lambda: f"{before}{gap}{entry(name, case)}")
    return f"added {name} to {path}"


def header(problem: Problem) -> str:
    """Return the first lines of a new file; the schema is named if the repository has it."""
    folder = schema_folder(problem.root)
    if folder is None:
        return ABOUT
    schema = os.path.relpath(problem.root / folder, problem.test_data)
    return f"# yaml-language-server: $schema={schema}/testdata.json\n{ABOUT}"


def entry(name: str, case: Case) -> str:
    """Return a case as YAML."""
    lines = [f"- name: {name}\n  why: {WHY}\n"]
    if case.args:
        args = ", ".join(quoted(arg.encode("utf-8", "surrogateescape")) for arg in case.args)
        lines.append(f"  args: [{args}]\n")
    lines += [f"  {key}: {as_yaml(getattr(case, key))}" for key in ("stdin", "stdout")]
    return "".join(lines)


def as_yaml(content: bytes) -> str:
    """Return bytes as a YAML value, with its line end, that stands for exactly them: a block where it can."""
    lines = content.decode("utf-8", "replace").split("\n")
    if is_text(content) and is_block(lines):
        return "|\n" + "".join(f"    {line}".rstrip() + "\n" for line in lines[:-1])
    return f"{quoted(content)}\n"


def is_block(lines: Sequence[str]) -> bool:
    """Tell whether lines can be a block in which nothing is hard to see."""
    *lines, last = lines
    return (
        last == ""
        and lines != []
        and not lines[0].startswith(" ")
        and lines[0] != "" != lines[-1]
        and all(line.isprintable() and line == line.rstrip() for line in lines)
    )


def is_text(content: bytes) -> bool:
    """Tell whether bytes are UTF-8."""
    try:
        content.decode()
    except UnicodeDecodeError:
        return False
    return True


def quoted(content: bytes) -> str:
    """Return bytes as text in double quotes on one line; as !!binary if they are no text."""
    if not is_text(content):
        return f'!!binary "{base64.b64encode(content).decode()}"'
    return str(yaml.safe_dump(content.decode(), default_style='"', width=sys.maxsize)).strip()
