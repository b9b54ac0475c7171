"""Errors that the user has to correct, and exit codes."""

import contextlib
from collections.abc import Callable, Collection, Iterable, Iterator
from pathlib import Path
from typing import Final, NamedTuple, TypeVar

T = TypeVar("T")
U = TypeVar("U")

OK: Final = 0
FAILED: Final = 1  # a submission is not AC, or a tool has found something
WRONG_INPUT: Final = 2  # usage, a problem or its test data
INTERRUPTED: Final = 130
SOME: Final = 12  # known words that a message lists


class InputError(Exception):
    """A mistake in a file or on the command line, with its remedy; one for each argument."""

    def __str__(self) -> str:
        return "\n".join(map(str, self.args))


class CompileError(Exception):
    """Why the source of a submission is not compiled or run."""


class Faults(list[InputError], contextlib.AbstractContextManager["Faults"]):
    """Collects errors so that work can go on. Each is reported when it occurs.

    Used as a context manager, it raises them all as one error on exit.
    """

    def __init__(self, say: Callable[[InputError], None] = lambda error: None) -> None:
        super().__init__()
        self._say = say
        self._known: set[tuple[object, ...]] = set()

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if self and error is None:
            raise InputError(*self.lines())

    def lines(self) -> list[str]:
        return [line for one in self for line in one.args]

    @contextlib.contextmanager
    def told(self) -> Iterator[None]:
        """Record an error that the block raises, once: many things may need the same file."""
        try:
            yield
        except InputError as error:
            if error.args not in self._known:
                self._known.add(error.args)
                self.append(error)
                self._say(error)

    def each(self, function: Callable[[T], U], items: Iterable[T]) -> list[U]:
        """Call a function for all items; return the results of those that are not at fault."""
        found = []
        for item in items:
            with self.told():
                found.append(function(item))
        return found


class Mark(NamedTuple):
    """A place in a file: line and column from 1."""

    path: Path
    line: int = 1
    column: int = 1

    def error(self, what: str, hint: str) -> InputError:
        """`file:line:column: problem; hint`."""
        return InputError(f"{self.path}:{self.line}:{self.column}: {what}; {hint}")


def reason(error: OSError) -> str:
    text = error.strerror or str(error)
    return text[:1].lower() + text[1:]


def near(word: str, known: Iterable[str], cutoff: float = 0.6) -> str | None:
    """The known word that is most similar."""
    import difflib  # only when something is wrong

    return next(iter(difflib.get_close_matches(word[:100], list(known), 1, cutoff)), None)


def advice(word: str, known: Collection[str]) -> str:
    """The advice about an unknown word: the known word that it begins or resembles, or some of all."""
    alike = next((one for one in known if len(word) > 2 and one.startswith(word)), None) or near(word, known)
    some = ", ".join([*known][:SOME]) + (", ..." if len(known) > SOME else "")
    return f"did you mean '{alike}'?" if alike else f"choose from: {some}"
