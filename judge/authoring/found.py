"""Adds what `stress` has found to the test data: found.yaml, as a person would write it."""

import base64
import itertools
import os
import sys
from collections.abc import Sequence

import yaml

from judge.authoring import schemas
from judge.core import testdata
from judge.core.model import Case, Problem
from judge.report.outfile import OutFile

NAME = "found.yaml"
WHY = "found by stress; say here which mistake it catches"
ABOUT = "# Inputs that judge stress has found, each the smallest that shows a mistake.\n"


def save(problem: Problem, case: Case) -> str:
    """Add a case behind those that are there, unless one has the same input; say so. Raises InputError."""
    path = problem.test_data / NAME
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
    folder = schemas.folder(problem.root)
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
