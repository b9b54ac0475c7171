"""Input validator: exit code 42 if the input on stdin is valid; 43 if not, and stdout says why.

SOURCES has the modules that it is made of, by their names; packages are empty.
"""

import sys
from importlib.machinery import ModuleSpec

TYPE_CHECKING = False  # typing and importlib.abc take longer to import than all else
if TYPE_CHECKING:
    from importlib.abc import Loader
    from types import ModuleType
else:
    Loader = object

SOURCES: "dict[str, str]" = {}


class Finder(Loader):
    """Imports the modules in SOURCES."""

    def find_spec(self, name: str, path: object = None, target: object = None) -> "ModuleSpec | None":
        """Return how a module is imported; None if it is none of these."""
        return ModuleSpec(name, self, is_package=not SOURCES[name]) if name in SOURCES else None

    def create_module(self, spec: ModuleSpec) -> None:
        """Leave it to Python to make the module."""

    def exec_module(self, module: "ModuleType") -> None:
        """Fill a module."""
        exec(compile(SOURCES[module.__name__], module.__name__, "exec"), module.__dict__)


def main() -> None:
    """Judge the input."""
    sys.meta_path.insert(0, Finder())
    __import__(list(SOURCES)[-1])
    validate = sys.modules[list(SOURCES)[-1]].validate
    try:
        validate(sys.stdin.buffer.read().decode())
    except ValueError as error:
        print(error)
        sys.exit(43)
    sys.exit(42)


if __name__ == "__main__":
    main()
