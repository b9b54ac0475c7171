"""The validators of a package: a problem's own for inputs, and one for outputs that is exact to the byte."""

import re
from pathlib import Path

from judge.core import files
from judge.core.model import Problem

EXACT = "exact.cpp"  # one file of C++ needs no build script on any judge
INPUT = "validate.py"
NO_EMPTY_LINES = "no_empty_lines"  # an argument of it
HERE = Path(__file__).parent / "payload"
SOURCES = 'SOURCES: "dict[str, str]" = {}\n'
SHARED = re.compile(r"^\s*(?:from|import)\s+problems\.common(?:\.(\w+)|\s+import\s+(\w+))", re.M)


def part(name: str) -> bytes:
    """Return a program that lies beside this module."""
    return (HERE / name).read_bytes()


def exact() -> bytes:
    """Return the source of the output validator, a file of C++."""
    return part(EXACT)


def of_input(problem: Problem) -> bytes | None:
    """Return a problem's validator as one file of Python; None when it has none. Raises InputError."""
    own = problem.folder / "validator.py"
    if not own.exists():
        return None
    shared = {path.stem: path for path in (problem.root / "problems/common").glob("*.py")}
    sources: dict[Path, str] = {}
    todo = [own]
    while todo:
        path = todo.pop()
        sources[path] = files.read_text(path, problem.root)
        names = {first or second for first, second in SHARED.findall(sources[path])}
        todo += [shared[name] for name in sorted(names & shared.keys()) if shared[name] not in sources]
    modules = {"problems": "", "problems.common": "", f"problems.{problem.id}": ""}
    for path, source in reversed(sources.items()):
        modules[f"problems.{path.parent.name}.{path.stem}"] = source
    lines = [f'    "{name}": {quoted(source)},\n' for name, source in modules.items()]
    program = part(INPUT).decode()
    assert SOURCES in program
    return program.replace(SOURCES, f"SOURCES = {{\n{''.join(lines)}}}\n").encode()


def quoted(text: str) -> str:
    """Return the source of a module as Python writes text, in lines that people can read."""
    escaped = text.replace("\\", "\\\\").replace("'''", "\\'\\'\\'")
    return f"'''\\\n{escaped}\n'''" if text else '""'
