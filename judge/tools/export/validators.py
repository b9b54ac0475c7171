"""The validators of a package: a problem's own for inputs, and one for outputs that is exact to the byte."""

import re
from pathlib import Path

from judge.core.model import Problem
from judge.tools import parts

EXACT = "exact.cpp"
INPUT = "validate.py"
HERE = Path(__file__).parent
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
    files = {path: content.decode() for path, content in parts.sources(problem).items()}
    own = f"problems/{problem.id}/validator.py"
    if own not in files:
        return None
    needed = [own]
    for path in needed:  # grows
        names = [shared or imported for shared, imported in SHARED.findall(files[path])]
        paths = [f"problems/common/{name}.py" for name in names]
        needed += [one for one in dict.fromkeys(paths) if one in files and one not in needed]
    packages = ["problems", "problems.common", f"problems.{problem.id}"]
    lines = [f'    "{package}": "",\n' for package in packages]
    lines += [f'    "{module(path)}": {quoted(files[path])},\n' for path in reversed(needed)]
    text = part(INPUT).decode()
    assert SOURCES in text
    return text.replace(SOURCES, "SOURCES = {\n" + "".join(lines) + "}\n").encode()


def module(path: str) -> str:
    """Return the name of the module in a file."""
    return path.removesuffix(".py").replace("/", ".")


def quoted(text: str) -> str:
    """Return text as Python writes it, in lines that people can read."""
    escaped = text.replace("\\", "\\\\").replace('"""', '\\"\\"\\"').replace("\r", "\\r").replace("\0", "\\0")
    end = '\\"' if escaped.endswith('"') else escaped[-1:]
    return f'"""\\\n{escaped[:-1]}{end}"""'
