"""Input validator: exit code 42 for a valid input on stdin; 43 for an invalid one, with the reason on stdout.

The statement may allow other line ends, but with LF_ALONE all lines end in LF, and there is one at least
unless MAY_BE_EMPTY, for cases without a line or with their input in arguments. The argument
`no_empty_lines` forbids empty lines.

SOURCES holds the validator, which is its first file, and the modules that it may import.
"""

import sys
from importlib.machinery import ModuleSpec

TYPE_CHECKING = False  # typing and types take longer to import than all else
if TYPE_CHECKING:
    from types import ModuleType

LF_ALONE, MAY_BE_EMPTY = True, False
SOURCES: "dict[str, str]" = {}


class Finder:
    """Imports the modules in SOURCES. It does not inherit from Loader: importlib.abc takes long to import."""

    def find_spec(self, name: str, path: object = None, target: object = None) -> "ModuleSpec | None":
        place = name.replace(".", "/")
        is_package = any(one.startswith(place + "/") for one in SOURCES)
        known = is_package or place + ".py" in SOURCES
        return ModuleSpec(name, self, is_package=is_package) if known else None  # type: ignore[arg-type]

    def create_module(self, spec: ModuleSpec) -> None:
        """Let Python make the module."""

    def exec_module(self, module: "ModuleType") -> None:
        place = module.__name__.replace(".", "/")
        path = place + ".py" if place + ".py" in SOURCES else place + "/__init__.py"
        module.__file__ = path
        exec(compile(SOURCES.get(path, ""), path, "exec"), module.__dict__)


def check_lines(text: str, may_be_empty: bool) -> None:
    """Raise ValueError unless all lines end in LF, and none is empty if that is forbidden; or for no line."""
    if not text and not MAY_BE_EMPTY:
        raise ValueError("line 1: the input is empty")
    *lines, rest = text.split("\n")
    for number, line in enumerate(lines, 1):
        if "\r" in line:
            raise ValueError(f"line {number}: a carriage return")
        if not line and not may_be_empty:
            raise ValueError(f"line {number}: it is empty")
    if rest:
        raise ValueError(f"line {len(lines) + 1}: it does not end in LF")


def main() -> None:
    sys.meta_path.insert(0, Finder())
    name = next(iter(SOURCES))[: -len(".py")].replace("/", ".")
    __import__(name)
    validate = sys.modules[name].validate
    try:
        text = sys.stdin.buffer.read().decode()
        if LF_ALONE:
            check_lines(text, "no_empty_lines" not in sys.argv)
        if text or not MAY_BE_EMPTY:
            validate(text)
    except ValueError as error:
        print(error)
        sys.exit(43)
    sys.exit(42)


if __name__ == "__main__":
    main()
