"""Test data as text: finds the files of cases; writes pins and found cases."""

import itertools
import os
import sys
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

import yaml

from judge.core import files, formats
from judge.core import strict_yaml as strict
from judge.core.errors import Faults, InputError
from judge.core.model import Case, Problem
from judge.sandbox import locked

FOUND = "found.yaml"  # the file for cases from stress
WHY = "found by stress; say here which mistake it catches"
ABOUT = "# Inputs that judge stress has found, each the smallest that shows a mistake.\n"
SENTENCES = ("why", "title", "source")  # for people, often without quotes
OWN_SCHEMAS = "judge/schemas"  # where the judge is part of the repository
LOCK_LIMIT = 10.0  # s
COPIED_SCHEMAS = ".schemas"  # elsewhere: an installed judge has another path on each machine


def schema_folder(root: Path) -> str | None:
    """The folder of a repository where editors find schemas, relative to its root."""
    return next((name for name in (OWN_SCHEMAS, COPIED_SCHEMAS) if (root / name).is_dir()), None)


def copied_schemas() -> dict[Path, bytes]:
    """Copies of the schemas, by their paths from the root of a repository."""
    schemas = files.entries(files.PACKAGE / "schemas")
    return {Path(COPIED_SCHEMAS, path.name): files.own(path) for path in schemas if path.suffix == ".json"}


def cases(path: Path) -> list[tuple[strict.Node, strict.Entries]]:
    """The cases of a valid file."""
    nodes = strict.items(strict.load(path), "test data")
    return [(node, strict.entries(node, "a case", (), Faults())) for node in nodes]


def used_files(problem: Problem) -> set[str]:
    """The names of the files that cases refer to."""
    found = [fields for path in formats.yaml_files(problem.test_data) for _, fields in cases(path)]
    return {strict.word(one[key][1], key) for one in found for key in formats.FILE_KEYS if key in one}


def cut_sentences(problem: Problem) -> Iterator[str]:
    """Report each text for people with an end that YAML takes for a comment."""
    own = problem.folder / "problem.yaml"
    found = {path: [fields for _, fields in cases(path)] for path in formats.yaml_files(problem.test_data)}
    found[own] = [strict.entries(strict.load(own), own.name, (), Faults())]
    for path, several in found.items():
        lines = files.text(path).split("\n")
        for key, (_, node) in [one for fields in several for one in fields.items() if one[0] in SENTENCES]:
            line, column = node.end_mark.line, node.end_mark.column
            if strict.is_plain(node) and lines[line][column:].lstrip().startswith("#"):
                what = f"the rest of '{key}' is a comment for YAML; write the whole text in double quotes"
                yield f"{problem.shown(path)}:{line + 1}:{column + 1}: {what}"


def write_pins(problem: Problem, pins: Mapping[str, str]) -> None:
    """Write the hashes of answers to generated cases, by name; the rest of the text stays."""
    with locked(problem.test_data, LOCK_LIMIT):
        for path in formats.yaml_files(problem.test_data):
            before = files.text(path)
            after = pinned(path, before, pins)
            if after != before and (fault := change(path, before, after)):
                raise InputError(f"{path}: no pin is written ({fault}); write it by hand")


def pinned(path: Path, text: str, pins: Mapping[str, str]) -> str:
    """The text of a file with these hashes."""
    for case, fields in reversed(cases(path)):  # backwards: offsets before an insertion stay valid
        name = strict.word(fields["name"][1], "name")
        if name not in pins:
            continue
        if "stdout_sha256" in fields:
            _, node = fields["stdout_sha256"]
            start, end, new = node.start_mark.index, node.end_mark.index, pins[name]
        else:
            mark = fields["generate"][0].start_mark
            is_flow = isinstance(case, yaml.MappingNode) and case.flow_style
            gap = ", " if is_flow else "\n" + " " * mark.column
            start, end, new = mark.index, mark.index, f"stdout_sha256: {pins[name]}{gap}"
        text = text[:start] + new + text[end:]
    return text


def change(path: Path, before: str | None, after: str, kept: Iterable[Case] = ()) -> str | None:
    """Change a file unless it, or a case to be kept, would be at fault then; return that fault."""
    fault: str | None = "it cannot be read"
    with files.undisturbed():
        files.write(path, after.encode())
        try:
            is_right = {*kept} <= {*formats.cases(path.parent, needs_pins=False)}
            fault = None if is_right else "another case would change"
        except InputError as error:
            fault = str(error)
        finally:
            if fault is not None and before is not None:
                files.write(path, before.encode())
            elif fault is not None:
                files.remove(path)
    return fault


def save_found(problem: Problem, case: Case) -> str:
    """Append a case unless one has the same input; return a sentence on the outcome."""
    with locked(problem.test_data, LOCK_LIMIT):
        path = problem.test_data / FOUND
        known = formats.cases(path.parent)
        for other in known:
            if (other.args, other.stdin) == (case.args, case.stdin) and other.generated is None:
                return f"nothing added: '{other.name}' in {path.parent / other.group}.yaml has this input"
        names = {other.name for other in known}
        name = next(name for number in itertools.count(1) if (name := f"found_{number}") not in names)
        before = files.text(path) if files.exists(path) else None
        start = header(problem) if before is None else before
        for gap in ("\n", ""):  # an empty line may become part of the block before it
            if (fault := change(path, before, f"{start}{gap}{entry(name, case)}", known)) is None:
                return f"added {name} to {path}"
        hint = "add it by hand, or make the file a list whose entries begin with '- ' at the start of a line"
        raise InputError(f"{path}: no case is added ({fault}); {hint}")


def header(problem: Problem) -> str:
    """The first lines of a new file; they name the schema if the repository has it."""
    folder = schema_folder(problem.root)
    if folder is None:
        return ABOUT
    schema = os.path.relpath(problem.root / folder, problem.test_data)
    return f"# yaml-language-server: $schema={schema}/testdata.json\n{ABOUT}"


class Writer(yaml.SafeDumper):
    """Writes cases of test data like a person."""

    def text(self, content: bytes) -> strict.Node:
        """A block if everything in it is visible, else double quotes; !!binary unless it is UTF-8."""
        try:
            text = content.decode()
        except UnicodeDecodeError:
            return self.represent_binary(content)
        *lines, last = text.split("\n")
        is_visible = all(line.isprintable() and line == line.rstrip() for line in lines)
        has_ends = not last and lines and lines[-1] and lines[0][:1] not in ("", " ")
        return self.represent_scalar(f"{strict.TAG}str", text, "|" if is_visible and has_ends else '"')


Writer.add_representer(bytes, Writer.text)


def entry(name: str, case: Case) -> str:
    args = [arg.encode("utf-8", "surrogateescape") for arg in case.args]
    more = {"args": args} if args else {}
    fields = {"name": name, "why": WHY, **more, "stdin": case.stdin, "stdout": case.stdout}
    return str(yaml.dump([fields], Dumper=Writer, sort_keys=False, allow_unicode=True, width=sys.maxsize))
