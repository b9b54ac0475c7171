"""What the user has to put right."""

from dataclasses import dataclass
from pathlib import Path


class InputError(Exception):
    """Something in a file or on the command line is wrong; the message says what and what to do."""


@dataclass(frozen=True, slots=True)
class Mark:
    """A place in a file: line and column from 1."""

    path: Path
    line: int = 1
    column: int = 1

    def error(self, what: str, hint: str) -> InputError:
        """Return the error `file:line:column: what; what to do`."""
        return InputError(f"{self.path}:{self.line}:{self.column}: {what}; {hint}")
