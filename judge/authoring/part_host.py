"""Calls the generator and the validator of a problem. A program for the sandbox: many calls in one run.

From stdin it reads, marshalled, the id of the problem, the files of its parts (dict of path to bytes) and the
calls, of which there are

    ("generate", seed, size)         makes one input
    ("shrink", text, start, count)   makes the candidates from number `start` on, `count` at most
    ("validate", text)               judges this one
    ("pictures", text, count)        makes its drawings, `count` at most

Every input that is made is validated, too; a drawing is always valid. The answer to each call is a row of
frames: a letter, the size of the content in 8 bytes, and the content. What the parts themselves print goes to
stderr.
"""

import itertools
import marshal
import os
import sys

TYPE_CHECKING = False  # typing takes long to import
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

TEXT, VALID, INVALID, DONE, FAILED = b"TVIDF"


class PartError(Exception):
    """What a part has done wrong, with its place."""


class Part:
    """A function of a part of the problem."""

    def __init__(self, problem: str, part: str, name: str) -> None:
        """Import the part. Raises PartError, and whatever the part raises."""
        self.path = f"problems/{problem}/{part}.py"
        module = f"problems.{problem}.{part}"
        __import__(module)
        self.function = getattr(sys.modules[module], name, None)
        if not callable(self.function):
            raise PartError(f"{self.path}: there is no function '{name}'")

    @property
    def place(self) -> str:
        """The file of the part, and the line of the function."""
        code = getattr(self.function, "__code__", None)
        line = getattr(code, "co_firstlineno", None)
        return f"{self.path}:{line}" if line else self.path


class Host:
    """The parts of one problem, imported when they are first called."""

    def __init__(self, problem: str, files: dict[str, bytes]) -> None:
        self._problem = problem
        self._files = files
        self._known: dict[str, Part | None] = {}
        self.place = ""  # of what is being called

    def answer(self, name: str, *arguments: "Any") -> "Iterator[tuple[int, bytes]]":
        """Yield the frames for a call. Raises PartError, and whatever a part raises."""
        if name == "validate":
            yield self._judged(*arguments)
            return
        for text in getattr(self, f"_{name}")(*arguments):
            if not isinstance(text, str):
                verb = "returned" if name == "generate" else "yielded"
                raise PartError(f"{self.place}: {name} {verb} {type(text).__name__}; it must be str")
            try:
                yield TEXT, text.encode()
            except UnicodeEncodeError:
                raise PartError(f"{self.place}: the text of {name} has a lone surrogate") from None
            place = self.place
            yield self._judged(text) if name != "pictures" else (VALID, b"")
            self.place = place

    def _part(self, part: str, name: str) -> "Callable[..., Any] | None":
        """Return a function of a part, which is now the one that is called; None if there is no such part."""
        self.place = path = f"problems/{self._problem}/{part}.py"
        if name not in self._known:
            self._known[name] = Part(self._problem, part, name) if path in self._files else None
        found = self._known[name]
        if found is None:
            return None
        self.place = found.place
        return found.function

    def _generate(self, seed: int | str, size: int) -> "Iterator[object]":
        import random

        generate = self._part("generator", "generate")
        assert generate is not None
        yield generate(random.Random(seed), size)

    def _shrink(self, text: str, start: int, count: int) -> "Iterator[object]":
        generate = self._part("generator", "generate")
        has_own = hasattr(sys.modules[f"problems.{self._problem}.generator"], "shrink")
        shrink = self._part("generator", "shrink") if has_own else shorter
        assert generate is not None and shrink is not None
        return itertools.islice(shrink(text), start, start + count)

    def _pictures(self, text: str, count: int) -> "Iterator[object]":
        pictures = self._part("picture", "pictures")
        assert pictures is not None
        return itertools.islice(pictures(text), count)

    def _judged(self, text: str) -> tuple[int, bytes]:
        """Return the frame that says what the validator says."""
        validate = self._part("validator", "validate")
        if validate is None:
            return VALID, b""
        try:
            returned = validate(text)
        except ValueError as error:
            # Without a line of the input, it may be a fault of the validator: where it comes from is told.
            words = str(error)
            complaint = words if words.startswith("line ") else describe(error, self.place)
            return INVALID, complaint.encode("utf-8", "backslashreplace")
        if returned is not None:
            raise PartError(f"{self.place}: validate returned {returned!r}; it must raise or return None")
        return VALID, b""


def shorter(text: str) -> "Iterator[str]":
    """Yield texts without some lines, then without some words; the largest cuts first."""
    lines = text.splitlines(keepends=True)
    for rest in without_some(lines):
        yield "".join(rest)
    for number, line in enumerate(lines):
        end = line[len(line.rstrip()) :]
        for words in without_some(line.split()):
            yield "".join([*lines[:number], " ".join(words) + end, *lines[number + 1 :]])


def without_some(items: list[str]) -> "Iterator[list[str]]":
    """Yield lists without a half, a quarter ... of the items, down to one."""
    count = (len(items) + 1) // 2
    while count > 0:
        for start in range(0, len(items), count):
            yield items[:start] + items[start + count :]
        count = count // 2


def describe(error: BaseException, place: str) -> str:
    """Return the place where a part has failed, and how; `place` is where it was called."""
    if isinstance(error, PartError):
        return str(error)
    step = error.__traceback__
    while step is not None:
        file = os.path.relpath(step.tb_frame.f_code.co_filename)
        if file.startswith("problems/"):
            place = f"{file}:{step.tb_lineno}"
        step = step.tb_next
    if isinstance(error, SyntaxError) and error.filename:
        place = f"{os.path.relpath(error.filename)}:{error.lineno}"
        return f"{place}: {type(error).__name__}: {error.msg}"
    words = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
    return f"{place}: {words}"


def main() -> None:
    """Answer all calls, up to the first that fails."""
    problem, files, calls = marshal.load(sys.stdin.buffer)
    with os.fdopen(os.dup(1), "wb", 0) as answers:
        os.dup2(2, 1)

        def send(letter: int, content: bytes) -> None:
            frame = memoryview(bytes([letter]) + len(content).to_bytes(8, "big") + content)
            while frame:
                frame = frame[answers.write(frame) or 0 :]

        for path, content in files.items():
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, "wb") as file:
                file.write(content)
        sys.path.insert(0, os.getcwd())
        sys.dont_write_bytecode = True
        host = Host(problem, files)
        try:
            for call in calls:
                for frame in host.answer(*call):
                    send(*frame)
                send(DONE, b"")
        except BaseException as error:  # a part may call sys.exit(), too
            send(FAILED, describe(error, host.place).encode("utf-8", "backslashreplace"))


if __name__ == "__main__":
    main()
