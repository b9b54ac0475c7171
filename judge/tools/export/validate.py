"""Input validator: exit code 42 if the input on stdin is valid; 43 if not, and stdout says why.

SOURCES has the modules that it is made of, by their names; packages are empty.
"""

import importlib.abc
import importlib.util
import sys

TYPE_CHECKING = False  # typing takes long to import
if TYPE_CHECKING:
    from collections.abc import Sequence
    from importlib.machinery import ModuleSpec
    from types import ModuleType

SOURCES: "dict[str, str]" = {}


class Finder(importlib.abc.MetaPathFinder, importlib.abc.InspectLoader):
    """Imports the modules in SOURCES."""

    def find_spec(
        self, name: str, path: "Sequence[str] | None" = None, target: "ModuleType | None" = None
    ) -> "ModuleSpec | None":
        """Return how a module is imported; None if it is none of these."""
        return importlib.util.spec_from_loader(name, self) if name in SOURCES else None

    def get_source(self, name: str) -> str:
        """Return the source of a module."""
        return SOURCES[name]

    def is_package(self, name: str) -> bool:
        """Tell whether modules are below this one."""
        return not SOURCES[name]


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
