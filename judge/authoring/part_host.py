"""Calls one function of a problem's parts, any number of times. A program for the sandbox.

It imports the parts from an archive beside it, for no other program runs where one has written files. stdin
holds, marshalled, the id of the problem, the name of the function and the arguments of each call:

    generate(seed, size)          makes one input
    shrink(text, start, count)    makes up to `count` smaller inputs, from number `start` on
    validate(text)                answers nothing for a valid input, else INVALID or CRASHED and a message
    pictures(text, count)         makes up to `count` drawings of an input

The answer to each call is a line with a JSON list of texts. A fault of a part ends all: its line is a text
alone. Output of the parts themselves goes to stderr.
"""

import itertools
import json
import marshal
import os
import sys

TYPE_CHECKING = False  # typing takes long to import
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

PARTS = {"generate": "generator", "shrink": "generator", "validate": "validator", "pictures": "picture"}
FOLDER, ARCHIVE = os.path.dirname(os.path.abspath(__file__)), "parts.zip"
INVALID, CRASHED = "invalid", "crashed"  # by a ValueError, or another error


class PartError(Exception):
    """A fault of a part, with file and line."""


class Host:
    """The parts of one problem, imported when first called."""

    def __init__(self, problem: str) -> None:
        self._problem = problem
        self.place = ""  # file and line of the function being called

    def answer(self, name: str, *arguments: "Any") -> "list[str]":
        """Answer a call with texts. Raises PartError, and any error of the part itself."""
        return [self._demand_text(name, one) for one in getattr(self, f"_{name}")(*arguments)]

    def _demand_text(self, name: str, text: object) -> str:
        if not isinstance(text, str):
            verb = "returned" if name == "generate" else "yielded"
            raise PartError(f"{self.place}: {name} {verb} {type(text).__name__}; it must be str")
        text.encode()  # fails for a lone surrogate
        return text

    def _function(self, name: str, default: "Callable[..., Any] | None" = None) -> "Callable[..., Any]":
        path = self.place = f"problems/{self._problem}/{PARTS[name]}.py"
        module = f"problems.{self._problem}.{PARTS[name]}"
        __import__(module)
        function = getattr(sys.modules[module], name, default)
        if not callable(function):
            raise PartError(f"{path}: there is no function '{name}'")
        line = getattr(getattr(function, "__code__", None), "co_firstlineno", None)
        self.place = f"{path}:{line}" if line else path
        return function

    def _generate(self, seed: "int | str", size: int) -> "list[object]":
        import random

        return [self._function("generate")(random.Random(seed), size)]

    def _shrink(self, text: str, start: int, count: int) -> "Iterator[object]":
        return itertools.islice(self._function("shrink", shorter)(text), start, start + count)

    def _pictures(self, text: str, count: int) -> "Iterator[object]":
        return itertools.islice(self._function("pictures")(text), count)

    def _validate(self, text: str) -> "list[str]":
        validate = self._function("validate")
        try:
            returned = validate(text)
        except ValueError as error:
            # Without a line of the input, it may be a fault of the validator, which needs its place.
            words = str(error)
            return [INVALID, words if words.startswith("line ") else describe(error, self.place)]
        except Exception as error:
            return [CRASHED, describe(error, self.place)]
        if returned is not None:
            raise PartError(f"{self.place}: validate returned {returned!r}; it must raise or return None")
        return []


def shorter(text: str) -> "Iterator[str]":
    """Yield texts with lines removed, then with words removed; the largest cuts first."""
    lines = text.splitlines(keepends=True)
    for rest in without_some(lines):
        yield "".join(rest)
    for number, line in enumerate(lines):
        end = line[len(line.rstrip()) :]
        for words in without_some(line.split()):
            yield "".join([*lines[:number], " ".join(words) + end, *lines[number + 1 :]])


def without_some(items: list[str]) -> "Iterator[list[str]]":
    """Leave out a half, a quarter ... of the items, down to one."""
    count = (len(items) + 1) // 2
    while count > 0:
        for start in range(0, len(items), count):
            yield items[:start] + items[start + count :]
        count = count // 2


def describe(error: BaseException, place: str) -> str:
    """Format an error with the innermost line of a part in its traceback, else with `place`."""
    if isinstance(error, PartError):
        return str(error)
    step = error.__traceback__
    while step is not None:
        file = shown(step.tb_frame.f_code.co_filename)
        if file.startswith("problems/"):
            place = f"{file}:{step.tb_lineno}"
        step = step.tb_next
    words = f": {error}" if str(error) else ""
    if isinstance(error, SyntaxError) and error.filename:
        place, words = f"{shown(error.filename)}:{error.lineno}", f": {error.msg}"
    return f"{place}: {type(error).__name__}{words}"


def shown(path: str) -> str:
    """The path of a part as in the repository."""
    return os.path.relpath(path, FOLDER).removeprefix(f"{ARCHIVE}/")


def main() -> None:
    """Answer the calls up to the first failure."""
    problem, name, calls = marshal.load(sys.stdin.buffer)
    with os.fdopen(os.dup(1), "w", buffering=1) as answers:
        os.dup2(2, 1)
        sys.path.insert(0, f"{FOLDER}/{ARCHIVE}")
        host = Host(problem)
        try:
            for arguments in calls:
                print(json.dumps(host.answer(name, *arguments)), file=answers)
        except BaseException as error:  # a part may call sys.exit(), too
            print(json.dumps(describe(error, host.place)), file=answers)


if __name__ == "__main__":
    main()
